import { colourOf } from './dom.js';
import { readable } from './symbols.js';
import { steer } from './viewport.js';

/** The number of shades of arcs. All arcs of a shade are drawn together. */
const SHADES = 24;
const HEAD = 6;
const REACH = 9;
const MARK_SIZE = 11;
/** Sizes on the screen, in pixels. */
const LEAST_TEXT = 8.5;
const LEAST_RADIUS = 1.7;
const MOST_LARGER = 1.4;
const MOST_HEADS = 3000;
export const BAND = { left: 34, top: 28 };

/** A drawing of a lattice on a canvas. It shows what it is given, and reports the arc under the pointer. */
export class LatticeView {
  #canvas;
  #viewport;
  #pair = null;
  #plan = null;
  #index = null;
  #paths = [];
  #shading = { values: null, positive: '#000', negative: '#000' };
  #shades = [];
  #walk = { path: [], at: 0, state: 0 };
  #hovered = -1;
  #drawing = false;

  constructor(canvas, viewport, { hovered, picked }) {
    this.#canvas = canvas;
    this.#viewport = viewport;
    const redraw = () => this.draw();
    viewport.addEventListener('change', redraw);
    const resized = new ResizeObserver(() => {
      viewport.refit(canvas.clientWidth, canvas.clientHeight);
      this.draw();
    });
    resized.observe(canvas);
    this.close = () => {
      viewport.removeEventListener('change', redraw);
      resized.disconnect();
    };
    steer(canvas, viewport, (event) => picked(this.#arcAt(event)));
    canvas.addEventListener('pointermove', (event) => hovered(this.#arcAt(event), event));
    canvas.addEventListener('pointerleave', (event) => hovered(-1, event));
  }

  show(pair, plan, index, paths) {
    this.#pair = pair;
    this.#plan = plan;
    this.#index = index;
    this.#paths = paths;
    this.shade(this.#shading);
  }

  fit() {
    const inset = this.#plan.pitch === null ? undefined : BAND;
    this.#viewport.fit(this.#plan.bounds, this.#canvas.clientWidth, this.#canvas.clientHeight, inset);
  }

  reveal(state) {
    if (this.#plan !== null) {
      this.#viewport.reveal(this.#plan.states[state], this.#canvas.clientWidth, this.#canvas.clientHeight);
    }
  }

  /** Sets the shading: one value from -1 to 1 per arc, or null if it is not known yet. */
  shade(shading) {
    this.#shading = shading;
    const shades = Array.from({ length: 2 * SHADES + 1 }, () => null);
    this.#paths.forEach((path, arc) => {
      const value = shading.values === null ? 0 : Math.max(-1, Math.min(1, shading.values[arc]));
      const level = SHADES + Math.round(Math.sign(value) * Math.sqrt(Math.abs(value)) * SHADES);
      shades[level] ??= new Path2D();
      shades[level].addPath(path);
    });
    this.#shades = shades;
    this.draw();
  }

  walk(path, at, state) {
    this.#walk = { path, at, state };
    this.draw();
  }

  hover(arc) {
    if (arc !== this.#hovered) {
      this.#hovered = arc;
      this.draw();
    }
  }

  #arcAt(event) {
    if (this.#index === null) {
      return -1;
    }
    const { scale, x, y } = this.#viewport;
    return this.#index.nearest((event.offsetX - x) / scale, (event.offsetY - y) / scale, REACH / scale);
  }

  draw() {
    if (!this.#drawing) {
      this.#drawing = true;
      requestAnimationFrame(() => {
        this.#drawing = false;
        this.#drawNow();
      });
    }
  }

  #drawNow() {
    const canvas = this.#canvas;
    const density = devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) {
      canvas.width = Math.round(width * density);
      canvas.height = Math.round(height * density);
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(density, 0, 0, density, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (this.#plan === null || width === 0) {
      return;
    }
    const { scale, x, y } = this.#viewport;
    const colours = palette();
    if (this.#plan.pitch !== null) {
      this.#grid(pen, colours);
    }
    pen.save();
    pen.translate(x, y);
    pen.scale(scale, scale);
    pen.lineCap = 'round';
    this.#walked(pen, colours);
    this.#arcs(pen, colours);
    this.#pointedAt(pen, colours);
    this.#states(pen, colours);
    this.#marks(pen, colours);
    pen.restore();
    if (this.#plan.pitch !== null) {
      this.#axes(pen, colours, width, height);
    }
  }

  #grid(pen, colours) {
    const { scale, x, y } = this.#viewport;
    const step = this.#plan.pitch * scale;
    const [right, bottom] = [x + this.#pair.x.length * step, y + this.#pair.y.length * step];
    pen.beginPath();
    for (let i = 0; i <= this.#pair.x.length; i++) {
      pen.moveTo(x + i * step, 0);
      pen.lineTo(x + i * step, bottom);
    }
    for (let j = 0; j <= this.#pair.y.length; j++) {
      pen.moveTo(0, y + j * step);
      pen.lineTo(right, y + j * step);
    }
    pen.strokeStyle = colours.grid;
    pen.lineWidth = step > 12 ? 1 : 0.4;
    pen.stroke();
  }

  /** Draws the symbols of x and y at the edges, where they stay visible when the lattice is moved. */
  #axes(pen, colours, width, height) {
    const { scale, x, y } = this.#viewport;
    const step = this.#plan.pitch * scale;
    pen.fillStyle = colours.band;
    pen.fillRect(0, 0, width, BAND.top);
    pen.fillRect(0, 0, BAND.left, height);
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    const every = Math.ceil(13 / step);
    this.#pair.x.forEach((symbol, i) => {
      const at = x + (i + 0.5) * step;
      if (i % every === 0 && at > BAND.left) {
        text(pen, colours, symbol, at, BAND.top / 2, Math.max(step, 15) * every - 2, 14);
      }
    });
    this.#pair.y.forEach((symbol, j) => {
      const at = y + (j + 0.5) * step;
      if (j % every === 0 && at > BAND.top) {
        text(pen, colours, symbol, BAND.left / 2, at, BAND.left - 4, 14);
      }
    });
    pen.fillStyle = colours.band;
    pen.fillRect(0, 0, BAND.left, BAND.top);
  }

  #walked(pen, colours) {
    const { path, at } = this.#walk;
    const width = Math.max(11, 8 / this.#viewport.scale);
    const along = (arcs) => {
      const whole = new Path2D();
      arcs.forEach((arc) => whole.addPath(this.#paths[arc]));
      return whole;
    };
    pen.strokeStyle = colours.walk;
    pen.lineWidth = width;
    pen.globalAlpha = 0.45;
    pen.stroke(along(path.slice(at)));
    pen.globalAlpha = 1;
    pen.stroke(along(path.slice(0, at)));
    pen.globalAlpha = 1;
  }

  #arcs(pen, colours) {
    const known = this.#shading.values !== null;
    const thin = 1 / Math.min(1, this.#viewport.scale);
    // Faint arcs first, so that strong arcs cover them.
    for (let level = 0; level <= SHADES; level++) {
      for (const shade of level === 0 ? [0] : [level, -level]) {
        const path = this.#shades[SHADES + shade];
        if (path) {
          const strength = (level / SHADES) ** 2;
          const named = level === 0 ? colours.faint : shade > 0 ? this.#shading.positive : this.#shading.negative;
          pen.strokeStyle = named;
          pen.globalAlpha = known ? 0.16 + 0.84 * (level / SHADES) : 0.6;
          pen.lineWidth = known ? thin * (0.8 + 3.4 * strength) : 1.2 * thin;
          pen.stroke(path);
        }
      }
    }
    if (this.#plan.tips.length <= MOST_HEADS && this.#viewport.scale > 0.45) {
      this.#heads(pen, colours, known);
    }
    pen.globalAlpha = 1;
  }

  #heads(pen, colours, known) {
    this.#plan.tips.forEach((tip, arc) => {
      if (tip !== null) {
        const value = known ? this.#shading.values[arc] : 0;
        pen.globalAlpha = known ? 0.16 + 0.84 * Math.sqrt(Math.abs(value)) : 0.6;
        pen.fillStyle = value === 0 ? colours.faint : value > 0 ? this.#shading.positive : this.#shading.negative;
        const size = HEAD + 3 * Math.abs(value);
        pen.beginPath();
        pen.moveTo(tip.x, tip.y);
        for (const turn of [2.7, -2.7]) {
          pen.lineTo(tip.x + size * Math.cos(tip.angle + turn), tip.y + size * Math.sin(tip.angle + turn));
        }
        pen.fill();
      }
    });
  }

  #pointedAt(pen, colours) {
    if (this.#hovered >= 0) {
      pen.strokeStyle = colours.ink;
      pen.lineWidth = 3 / Math.min(1, this.#viewport.scale);
      pen.stroke(this.#paths[this.#hovered]);
    }
  }

  #states(pen, colours) {
    const { scale } = this.#viewport;
    const { states } = this.#plan;
    const circle = (path, { x, y }, radius) => {
      path.moveTo(x + radius, y);
      path.arc(x, y, radius, 0, 2 * Math.PI);
    };
    const [homes, beads] = [new Path2D(), new Path2D()];
    states.forEach((state, s) => {
      if (state.radius * scale > LEAST_RADIUS) {
        circle(state.home ? homes : beads, state, state.radius);
        if (this.#pair.states[s].final) {
          circle(homes, state, state.radius + 3);
        }
      }
    });
    pen.fillStyle = colours.paper;
    pen.strokeStyle = colours.faint;
    pen.lineWidth = 1.1;
    pen.fill(homes);
    pen.stroke(homes);
    pen.fillStyle = colours.faint;
    pen.fill(beads);
    const here = states[this.#walk.state];
    const current = new Path2D();
    circle(current, here, Math.max(here.radius, 4.5 / scale));
    pen.fillStyle = here.label === undefined ? colours.accent : colours.paper;
    pen.fill(current);
    pen.strokeStyle = colours.accent;
    pen.lineWidth = Math.max(3, 2 / scale);
    pen.stroke(current);
    if (MARK_SIZE * scale >= LEAST_TEXT) {
      pen.fillStyle = colours.faint;
      pen.font = `${MARK_SIZE - 1}px ${colours.font}`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      states.forEach(({ label, x, y }) => label !== undefined && pen.fillText(label, x, y));
    }
  }

  /** Draws the marks on their arcs if there is room. */
  #marks(pen, colours) {
    const { scale } = this.#viewport;
    const graph = this.#plan.pitch === null;
    // Graphviz leaves space around labels, so they may be a little larger than it assumed.
    const size = graph ? Math.max(MARK_SIZE, Math.min(LEAST_TEXT / scale, MOST_LARGER * MARK_SIZE)) : MARK_SIZE;
    if (size * scale < LEAST_TEXT - 0.1) {
      return;
    }
    const { values } = this.#shading;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.lineJoin = 'round';
    this.#plan.middles.forEach(({ x, y }, arc) => {
      const { text: mark, named } = readable(this.#pair.arcs[arc].mark);
      pen.font = `${named ? 'italic ' : ''}${size}px ${colours.font}`;
      if (graph || this.#hasRoom(arc, pen.measureText(mark).width)) {
        pen.globalAlpha = values === null ? 1 : 0.45 + 0.55 * Math.sqrt(Math.abs(values[arc]));
        pen.strokeStyle = colours.paper;
        pen.lineWidth = 3.5;
        pen.strokeText(mark, x, y);
        pen.fillStyle = named ? colours.faint : colours.ink;
        pen.fillText(mark, x, y);
      }
    });
    pen.globalAlpha = 1;
  }

  #hasRoom(arc, width) {
    const curve = this.#plan.curves[arc];
    const across = Math.abs(curve.at(-2) - curve[0]);
    const down = Math.abs(curve.at(-1) - curve[1]);
    return across > down ? Math.hypot(across, down) > width + 6 : down > 2 * MARK_SIZE + 4;
  }
}

function text(pen, colours, symbol, x, y, room, size) {
  const { text: shown, named } = readable(symbol);
  pen.font = `${named ? 'italic ' : ''}${size}px ${colours.font}`;
  const width = pen.measureText(shown).width;
  if (width > room) {
    pen.font = `${named ? 'italic ' : ''}${Math.max(7, (size * room) / width)}px ${colours.font}`;
  }
  pen.fillStyle = named ? colours.faint : colours.ink;
  pen.fillText(shown, x, y);
}

function palette() {
  const named = (name) => colourOf(`--${name}`);
  return {
    paper: named('card'), ink: named('ink'), faint: named('faint'), grid: named('line'), band: named('band'),
    accent: named('accent'), walk: named('walk'), font: getComputedStyle(document.body).fontFamily
  };
}

/** Builds the paths of a plan, once for all views. */
export function pathsOf(plan) {
  return plan.curves.map((curve) => {
    const path = new Path2D();
    path.moveTo(curve[0], curve[1]);
    for (let k = 2; k + 5 < curve.length; k += 6) {
      path.bezierCurveTo(curve[k], curve[k + 1], curve[k + 2], curve[k + 3], curve[k + 4], curve[k + 5]);
    }
    return path;
  });
}
