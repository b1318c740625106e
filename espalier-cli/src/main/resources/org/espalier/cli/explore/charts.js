/* global echarts */
import { colourOf, element } from './dom.js';

/** What is plotted: a number of all lines of a kind, and what it means. */
export const CHARTS = [
  {
    kind: 'step', of: 'loss', name: 'Training loss',
    says: 'What is minimized, mean over the pairs of a step. The losses of scorers and samplers are different things.'
  },
  {
    kind: 'step', of: 'ess', name: 'Effective sample size, training',
    says: 'What the weighted draws of a pair are worth, equal strings merged. More is better, for the same scorer.'
  },
  {
    kind: 'validation', of: 'partialKl', name: 'Partial KL, validation',
    says: 'Mean of log q − log p̃ on held-out pairs. Less is better, for runs with the same scorer.'
  },
  {
    kind: 'validation', of: 'iwae', name: 'Log-likelihood bound, validation',
    says: 'The importance-weighted bound on log p(x, y). More is better.'
  },
  {
    kind: 'validation', of: 'ess', name: 'Effective sample size, validation',
    says: 'The same on held-out pairs.'
  },
  {
    kind: 'step', of: 'gradientNorm', name: 'Norm of the gradient',
    says: 'Before it is clipped. Spikes and growth are signs of trouble.'
  }
];

const MOST_DOTS = 60;
const digits = (value) => Number(value.toPrecision(5)).toString().replace('-', '−');
const short = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : digits(value));

/** One plot with a line for each run. */
export class Chart {
  #settings;
  #chart;
  #place;

  constructor(charts, settings) {
    this.#settings = settings;
    this.#place = element('div', { class: 'plot' });
    const id = `chart-${settings.kind}-${settings.of}`;
    charts.append(element('article', { class: 'card chart', id, role: 'group', 'aria-label': settings.name },
      element('h3', {}, settings.name), element('p', { class: 'says' }, settings.says), this.#place));
    // The drawing is on a canvas: the other way of ECharts writes style attributes, which the page's policy forbids.
    this.#chart = echarts.init(this.#place, null, { renderer: 'canvas' });
  }

  resize() {
    this.#chart.resize();
  }

  show(runs, { smoothing, logarithmic }) {
    const lines = runs.map((run) => ({ run, dots: this.#dots(run) })).filter(({ dots }) => dots.length > 0);
    const faint = colourOf('--faint');
    this.#place.parentElement.dataset.points = lines.reduce((sum, { dots }) => sum + dots.length, 0);
    this.#chart.setOption({
      animation: false,
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      grid: { left: 8, right: 18, top: 14, bottom: 28, containLabel: true },
      tooltip: {
        trigger: 'axis', backgroundColor: colourOf('--card'), borderColor: colourOf('--edge'), confine: true,
        textStyle: { color: colourOf('--ink') }, formatter: pointedAt
      },
      xAxis: {
        type: logarithmic ? 'log' : 'value', name: 'step', nameLocation: 'middle', nameGap: 24,
        nameTextStyle: { color: faint }, axisLabel: { color: faint, formatter: short, hideOverlap: true },
        axisLine: { lineStyle: { color: faint } }, splitLine: { show: false }, min: logarithmic ? 1 : 0
      },
      yAxis: {
        type: 'value', scale: true, axisLabel: { color: faint, formatter: short },
        splitLine: { lineStyle: { color: colourOf('--line') } }
      },
      series: lines.flatMap(({ run, dots }) => this.#series(run, dots, smoothing))
    }, { replaceMerge: ['series'] });
  }

  #dots({ lines }) {
    const { kind, of } = this.#settings;
    return lines.filter((line) => line.kind === kind && Number.isFinite(line[of])).map((line) => [line.step, line[of]]);
  }

  /** Steps are noisy: their line is smoothed, with what it is made of faint behind it. Validations are shown as they are. */
  #series(run, dots, smoothing) {
    const line = (data, more) => ({
      name: run.name, type: 'line', data, color: run.colour, showSymbol: dots.length <= MOST_DOTS && this.#settings.kind !== 'step',
      symbol: 'circle', symbolSize: 5, emphasis: { disabled: true }, ...more
    });
    if (this.#settings.kind !== 'step' || smoothing === 0) {
      return [line(dots, { lineStyle: { width: 2 } })];
    }
    return [
      line(dots, { lineStyle: { width: 1, opacity: 0.22 }, tooltip: { show: false }, silent: true, z: 1 }),
      line(smoothed(dots, smoothing), { lineStyle: { width: 2 } })
    ];
  }
}

/** An exponential moving mean, put right for its start. */
export function smoothed(dots, smoothing) {
  let [sum, weight] = [0, 0];
  return dots.map(([step, value]) => {
    sum = smoothing * sum + (1 - smoothing) * value;
    weight = smoothing * weight + (1 - smoothing);
    return [step, sum / weight];
  });
}

/** Made of elements, because ECharts' own text has style attributes, which the page's policy forbids. */
function pointedAt(points) {
  const last = new Map(points.map((point) => [point.seriesName, point]));
  const rows = [...last.values()].map((point) => {
    const name = element('dt', { class: 'who' }, point.seriesName);
    name.style.setProperty('--colour', point.color);
    return [name, element('dd', {}, digits(point.value[1]))];
  });
  return element('div', { class: 'pointed' }, element('p', { class: 'hint' }, `step ${points[0].value[0].toLocaleString('en')}`),
    element('dl', {}, ...rows.flat()));
}
