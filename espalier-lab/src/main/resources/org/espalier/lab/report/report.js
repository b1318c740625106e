/* Replaces the SVG charts by interactive ones. */
const page = getComputedStyle(document.body);
const colour = (name) => page.getPropertyValue('--' + name).trim();
const short = (value) => Math.abs(value) >= 10000 ? value / 1000 + 'k' : String(Number(value.toPrecision(6))).replace('-', '−');
const digits = (value) => Number(value.toPrecision(5)).toString().replace('-', '−');

function axis(chart, side) {
  const settings = chart[side];
  const across = side === 'x';
  const values = chart.series.flatMap((series) => series.dots.map((dot) => dot[across ? 0 : 1]));
  const least = Math.min(...values);
  const most = Math.max(...values);
  const result = {
    type: settings.logarithmic ? 'log' : 'value',
    name: settings.label + (settings.logarithmic ? ' (logarithmic)' : ''),
    nameLocation: across ? 'middle' : 'end',
    nameGap: across ? 30 : 16,
    nameTextStyle: { color: colour('faint'), fontSize: 12, align: across ? 'center' : 'left' },
    axisLine: { show: across, onZero: false, lineStyle: { color: colour('faint') } },
    axisTick: { show: across },
    axisLabel: { color: colour('faint'), formatter: short, hideOverlap: true },
    splitLine: { show: !across, lineStyle: { color: colour('grid') } }
  };
  if (settings.logarithmic) {
    const room = Math.pow(most / least, 0.05) * (most === least ? 1.5 : 1);
    result.min = least / room;
    result.max = most * room;
    if (settings.ticks.length > 0) {
      result.logBase = 2;
      result.axisLabel.customValues = settings.ticks;
      result.axisTick.customValues = settings.ticks;
    } else {
      const ticks = [];
      for (let power = Math.floor(Math.log10(result.min)); power <= Math.log10(result.max); power++) {
        [1, 2, 5].map((step) => step * Math.pow(10, power))
          .filter((tick) => tick >= result.min && tick <= result.max)
          .forEach((tick) => ticks.push(tick));
      }
      result.axisLabel.customValues = ticks;
      result.axisTick.customValues = ticks;
    }
  } else {
    result.scale = true;
  }
  return result;
}

/* Places a name on the side of its point with more room. */
function side(chart, series) {
  const values = chart.series.flatMap((other) => other.dots.map((dot) => Math.log(dot[0])));
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  return series.dots.some((dot) => Math.log(dot[0]) > middle) ? 'left' : 'right';
}

function line(chart, series) {
  return {
    name: series.name,
    type: series.labelled ? 'scatter' : 'line',
    data: series.dots,
    color: series.colour,
    itemStyle: { opacity: 1 },
    symbol: 'circle',
    symbolSize: series.labelled ? 12 : 6,
    showSymbol: series.dots.length <= 12,
    lineStyle: { width: 2, type: series.dashed ? [5, 3] : 'solid' },
    label: { show: series.labelled, position: series.labelled ? side(chart, series) : 'right', formatter: '{a}', color: series.colour },
    labelLayout: { moveOverlap: 'shiftY' },
    emphasis: { focus: 'series' }
  };
}

function pointedAt(chart, point) {
  const [x, y, error] = point.value;
  const box = document.createElement('div');
  const name = document.createElement('b');
  name.textContent = point.seriesName;
  name.style.color = point.color;
  const text = document.createElement('div');
  const spread = Number.isFinite(error) ? ' ± ' + digits(error) : '';
  text.textContent = chart.y.label + ' ' + digits(y) + spread;
  const where = document.createElement('div');
  where.textContent = chart.x.label + ' ' + digits(x);
  box.append(name, text, where);
  return box;
}

function options(chart) {
  const named = chart.series.some((series) => !series.labelled);
  const names = [...new Set(chart.series.map((series) => series.name))];
  return {
    animation: false,
    textStyle: { fontFamily: page.fontFamily },
    title: { text: chart.title, left: 0, textStyle: { color: colour('ink'), fontSize: 15, fontWeight: 600 } },
    grid: { left: 8, right: 16, top: 76, bottom: named ? 100 : 36, containLabel: true },
    legend: {
      show: named, data: names, bottom: 0, left: 0, itemWidth: 20, icon: 'roundRect', itemHeight: 3,
      textStyle: { color: colour('faint') }, inactiveColor: colour('grid')
    },
    tooltip: {
      trigger: 'item',
      backgroundColor: colour('paper'),
      borderColor: colour('grid'),
      textStyle: { color: colour('ink') },
      formatter: (point) => pointedAt(chart, point)
    },
    xAxis: axis(chart, 'x'),
    yAxis: axis(chart, 'y'),
    series: chart.series.filter((series) => series.dots.length > 0).map((series) => line(chart, series))
  };
}

const live = charts.map((chart) => {
  const place = document.getElementById('chart-' + chart.id);
  const room = document.createElement('div');
  room.className = 'live';
  place.append(room);
  place.classList.add('drawn');
  const drawn = echarts.init(room, null, { renderer: 'svg' });
  drawn.setOption(options(chart));
  return { chart, drawn };
});
addEventListener('resize', () => live.forEach(({ drawn }) => drawn.resize()));
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  live.forEach(({ chart, drawn }) => drawn.setOption(options(chart))));
