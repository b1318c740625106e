const STEP = 1.25;
const NUDGE = 60;
const CLICK = 4;

/** The visible part of a drawing. Views that share a viewport move together. */
export class Viewport extends EventTarget {
  scale = 1;
  x = 0;
  y = 0;
  #room = { left: 0, top: 0, right: 1, bottom: 1 };
  #least = 0.01;
  #fitted = true;

  /** Fits the whole drawing, at most at its original size. Insets at the left and the top stay free. */
  fit(bounds, width, height, inset = { left: 0, top: 0 }) {
    this.#room = { bounds, inset };
    const across = (width - inset.left) / (bounds.right - bounds.left);
    const down = (height - inset.top) / (bounds.bottom - bounds.top);
    this.scale = Math.min(across, down, 1.6);
    this.#least = Math.min(this.scale / 2, 0.5);
    this.x = inset.left + (width - inset.left - this.scale * (bounds.left + bounds.right)) / 2;
    this.y = inset.top + (height - inset.top - this.scale * (bounds.top + bounds.bottom)) / 2;
    this.#fitted = true;
    this.#changed();
  }

  /** Fits again after a change of size, unless the user has moved the drawing. */
  refit(width, height) {
    if (this.#fitted && this.#room.bounds) {
      this.fit(this.#room.bounds, width, height, this.#room.inset);
    }
  }

  fitAgain(width, height) {
    this.#fitted = true;
    this.refit(width, height);
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.#fitted = false;
    this.#changed();
  }

  zoom(factor, px, py) {
    const scale = Math.max(this.#least, Math.min(6, this.scale * factor));
    this.x = px - (px - this.x) * (scale / this.scale);
    this.y = py - (py - this.y) * (scale / this.scale);
    this.scale = scale;
    this.#fitted = false;
    this.#changed();
  }

  /** Moves the drawing as little as needed to make a point visible. */
  reveal(point, width, height, margin = 40) {
    const px = this.x + this.scale * point.x;
    const py = this.y + this.scale * point.y;
    if (this.#fitted) {
      return;
    }
    const dx = Math.max(margin - px, 0) + Math.min(width - margin - px, 0);
    const dy = Math.max(margin - py, 0) + Math.min(height - margin - py, 0);
    if (dx !== 0 || dy !== 0) {
      this.pan(dx, dy);
    }
  }

  #changed() {
    this.dispatchEvent(new Event('change'));
  }
}

/**
 * Makes a focusable element draggable and zoomable, also by keys. The wheel zooms when the element has the
 * focus or Ctrl is held, and scrolls the page otherwise.
 */
export function steer(place, viewport, clicked = () => {}) {
  let from = null;
  let moved = 0;
  const size = () => [place.clientWidth, place.clientHeight];
  place.addEventListener('pointerdown', (event) => {
    from = { x: event.clientX, y: event.clientY };
    moved = 0;
    place.setPointerCapture(event.pointerId);
  });
  place.addEventListener('pointermove', (event) => {
    if (from !== null) {
      moved += Math.abs(event.clientX - from.x) + Math.abs(event.clientY - from.y);
      if (moved > CLICK) {
        viewport.pan(event.clientX - from.x, event.clientY - from.y);
      }
      from = { x: event.clientX, y: event.clientY };
    }
  });
  place.addEventListener('pointerup', (event) => {
    if (from !== null && moved <= CLICK) {
      clicked(event);
    }
    from = null;
  });
  place.addEventListener('pointercancel', () => (from = null));
  place.addEventListener('wheel', (event) => {
    if (event.ctrlKey || document.activeElement === place) {
      event.preventDefault();
      viewport.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    }
  }, { passive: false });
  const keys = {
    ArrowLeft: () => viewport.pan(NUDGE, 0),
    ArrowRight: () => viewport.pan(-NUDGE, 0),
    ArrowUp: () => viewport.pan(0, NUDGE),
    ArrowDown: () => viewport.pan(0, -NUDGE),
    '+': () => viewport.zoom(STEP, place.clientWidth / 2, place.clientHeight / 2),
    '=': () => keys['+'](),
    '-': () => viewport.zoom(1 / STEP, place.clientWidth / 2, place.clientHeight / 2),
    0: () => viewport.fitAgain(...size())
  };
  place.addEventListener('keydown', (event) => {
    if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    }
  });
}
