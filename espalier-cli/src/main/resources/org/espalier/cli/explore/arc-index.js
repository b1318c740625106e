const TILE = 24;
const SAMPLES = 12;

/** Finds the arc nearest to a point. Points along each arc are indexed by tile. */
export class ArcIndex {
  #tiles = new Map();

  constructor(curves) {
    curves.forEach((curve, arc) => {
      for (let start = 0; start + 7 < curve.length; start += 6) {
        for (let k = 1; k < SAMPLES; k++) {
          this.#file(arc, pointOn(curve, start, k / SAMPLES));
        }
      }
    });
  }

  #file(arc, point) {
    const key = tile(point.x, point.y);
    const filed = this.#tiles.get(key);
    if (filed === undefined) {
      this.#tiles.set(key, [{ arc, point }]);
    } else {
      filed.push({ arc, point });
    }
  }

  /** Returns the nearest arc within a distance, or -1. */
  nearest(x, y, within) {
    let best = -1;
    let least = within;
    for (let tx = x - within; tx <= x + within + TILE; tx += TILE) {
      for (let ty = y - within; ty <= y + within + TILE; ty += TILE) {
        for (const { arc, point } of this.#tiles.get(tile(tx, ty)) ?? []) {
          const distance = Math.hypot(point.x - x, point.y - y);
          if (distance < least) {
            least = distance;
            best = arc;
          }
        }
      }
    }
    return best;
  }
}

const tile = (x, y) => `${Math.floor(x / TILE)},${Math.floor(y / TILE)}`;

function pointOn(curve, start, t) {
  const s = 1 - t;
  const along = (offset) =>
    s * s * s * curve[start + offset] + 3 * s * s * t * curve[start + 2 + offset]
    + 3 * s * t * t * curve[start + 4 + offset] + t * t * t * curve[start + 6 + offset];
  return { x: along(0), y: along(1) };
}
