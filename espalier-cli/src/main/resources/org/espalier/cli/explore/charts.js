/* global echarts */
import { colourOf, element } from './dom.js';

/**
 * The charts: a key of the metrics lines of one kind, its title and its explanation. Charts of keys that only some runs have are
 * hidden while no run that is shown has them.
 */
export const CHARTS = [
  {
    kind: 'step', of: 'loss', name: 'Training loss',
    says: 'Objective per pair, mean over a step. Losses of different objectives are not comparable.'
  },
  {
    kind: 'step', of: 'ess', name: 'Effective sample size, training',
    says: 'Effective sample size per pair, equal samples merged. Higher is better, for the same scorer.'
  },
  {
    kind: 'validation', of: 'partialKl', name: 'Partial KL, validation',
    says: 'Mean of log q − log p̃ on validation pairs. Lower is better, for runs with the same scorer.'
  },
  {
    kind: 'validation', of: 'iwae', name: 'Log-likelihood bound, validation',
    says: 'Importance-weighted bound (IWAE) on log p(x, y), or on log p(y | x) of a model that is given the input. Higher is better.'
  },
  {
    kind: 'validation', of: 'wordErrorRate', name: 'Word error rate, validation', onlySome: true,
    says: 'Share of validation inputs whose best output is wrong. Lower is better. Measured if training selects by accuracy or cer.'
  },
  {
    kind: 'validation', of: 'characterErrorRate', name: 'Character error rate, validation', onlySome: true,
    says: 'Edits from the best outputs to the right ones, per symbol of these. Lower is better. Measured with the word error rate.'
  },
  {
    kind: 'validation', of: 'ess', name: 'Effective sample size, validation',
    says: 'Effective sample size on validation pairs. Higher is better, for the same scorer.'
  },
  {
    kind: 'step', of: 'gradientNorm', name: 'Norm of the gradient',
    says: 'Before clipping. Spikes or growth indicate unstable training.'
  }
];

const MOST_DOTS = 60;
const digits = (value) => Number(value.toPrecision(5)).toString().replace('-', '−');
const short = (value) => (Math.abs(value) >= 10000 ? `${value / 1000}k` : digits(value));

/** A chart with one line per run. */
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
    // Rendered on a canvas: the SVG renderer of ECharts writes style attributes, which the page's policy forbids.
    this.#chart = echarts.init(this.#place, null, { renderer: 'canvas' });
  }

  /** Adapts to the size of the page. A hidden chart has none. */
  resize() {
    if (!this.#place.parentElement.hidden) {
      this.#chart.resize();
    }
  }

  show(runs, { smoothing, logarithmic }) {
    const lines = runs.map((run) => ({ run, dots: this.#dots(run) })).filter(({ dots }) => dots.length > 0);
    const faint = colourOf('--faint');
    this.#hide(this.#settings.onlySome === true && lines.length === 0);
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

  #hide(hidden) {
    const card = this.#place.parentElement;
    if (card.hidden !== hidden) {
      card.hidden = hidden;
      this.resize();
    }
  }

  #dots({ lines }) {
    const { kind, of } = this.#settings;
    return lines.filter((line) => line.kind === kind && Number.isFinite(line[of])).map((line) => [line.step, line[of]]);
  }

  /** Lines of steps are noisy and drawn smoothed, with the raw values faint behind. Validations are not smoothed. */
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

/** Computes an exponential moving average with bias correction. */
export function smoothed(dots, smoothing) {
  let [sum, weight] = [0, 0];
  return dots.map(([step, value]) => {
    sum = smoothing * sum + (1 - smoothing) * value;
    weight = smoothing * weight + (1 - smoothing);
    return [step, sum / weight];
  });
}

/** Built from elements, because ECharts' own tooltip has style attributes, which the page's policy forbids. */
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
