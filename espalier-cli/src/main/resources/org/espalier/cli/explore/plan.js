import { layOut } from './layout.js';

/**
 * A plan is the geometry of a lattice: its states, its arcs as cubic curves [x0, y0, x1, y1, x2, y2, x3, y3, …], the
 * middle of each arc and the tip of its head. All views of a pair share one plan.
 */
const PITCH = 64;
const ROOMY_PITCH = 104;
const ROOMY_ARCS = 400;
const HOME = 5.5;
const BEAD = 2.6;

/** Returns the plan on the grid of positions: the input runs across, the output down. */
export function gridPlan(pair) {
  const { grid, arcs } = pair;
  const roomy = arcs.length <= ROOMY_ARCS;
  const crowd = Math.sqrt(Math.max(1, (pair.states.length / ((pair.x.length + 1) * (pair.y.length + 1))) / 3));
  const pitch = Math.max(roomy ? ROOMY_PITCH : PITCH, PITCH * crowd);
  const at = ([x, y]) => ({ x: x * pitch, y: y * pitch });
  const states = grid.states.map((place, s) => ({ ...at(place), radius: grid.homes[s] ? HOME : BEAD, home: grid.homes[s] }));
  const curves = arcs.map((arc, a) => through(states[arc.from], at(grid.middles[a]), states[arc.to]));
  return {
    pitch, states,
    curves,
    middles: grid.middles.map(at),
    tips: arcs.map((arc, a) => (grid.homes[arc.to] ? tip(curves[a], HOME + 1) : null)),
    bounds: boundsOf(states, 26)
  };
}

/** Returns the plan of a layout by Graphviz. */
export async function graphPlan(pair) {
  const { objects, edges, bb } = JSON.parse(await layOut(pair.dot, 'json0'));
  const height = Number(bb.split(',')[3]);
  const point = (text) => {
    const [x, y] = text.split(',').map(Number);
    return { x, y: height - y };
  };
  const states = [];
  for (const node of objects) {
    const number = /^s(\d+)$/.exec(node.id ?? node.name);
    if (number) {
      const s = Number(number[1]);
      states[s] = { ...point(node.pos), radius: 36 * Number(node.width), home: true, label: node.label };
    }
  }
  const plan = { pitch: null, states, curves: [], middles: [], tips: [], bounds: boundsOf(states, 32) };
  for (const edge of edges) {
    const number = /^a(\d+)$/.exec(edge.id ?? '');
    if (number) {
      const a = Number(number[1]);
      const places = edge.pos.split(' ');
      const end = places.find((place) => place.startsWith('e,'))?.slice(2);
      const spline = places.filter((place) => /^[-\d]/.test(place)).map(point);
      plan.curves[a] = spline.flatMap(({ x, y }) => [x, y]);
      plan.tips[a] = end === undefined ? null : { ...point(end), angle: angle(spline.at(-1), point(end)) };
      plan.middles[a] = edge.lp === undefined ? spline[Math.floor(spline.length / 2)] : point(edge.lp);
    }
  }
  return plan;
}

const angle = (from, to) => Math.atan2(to.y - from.y, to.x - from.x);

/** Returns the parabola between two points through a middle point, as a cubic curve. */
function through(from, middle, to) {
  const control = (end, other) => {
    const bend = (coordinate) => 2 * middle[coordinate] - (end[coordinate] + other[coordinate]) / 2;
    return ['x', 'y'].map((coordinate) => end[coordinate] + (2 / 3) * (bend(coordinate) - end[coordinate]));
  };
  return [from.x, from.y, ...control(from, to), ...control(to, from), to.x, to.y];
}

/** Returns the point where the head of an arc touches the circle of its target. */
function tip(curve, radius) {
  const [x, y, endX, endY] = curve.slice(-4);
  const direction = angle({ x, y }, { x: endX, y: endY });
  return { x: endX - radius * Math.cos(direction), y: endY - radius * Math.sin(direction), angle: direction };
}

function boundsOf(points, margin) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x - margin);
    bounds.top = Math.min(bounds.top, y - margin);
    bounds.right = Math.max(bounds.right, x + margin);
    bounds.bottom = Math.max(bounds.bottom, y + margin);
  }
  return bounds;
}
