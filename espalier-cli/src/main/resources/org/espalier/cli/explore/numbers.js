const signed = (text) => text.replace('-', '−');

/** What is no finite number comes as null, and is shown as a dash. */
export const decimals = (value, places = 2) => (Number.isFinite(value) ? signed(value.toFixed(places)) : '–');

/** A probability or weight: small ones keep a digit that says how small. */
export function share(value) {
  if (value === 0 || value >= 0.01) {
    return value.toFixed(2);
  }
  return value >= 0.001 ? value.toFixed(3) : value.toExponential(0).replace('e-', '·10⁻').replace(/\d+$/, superscript);
}

const superscript = (digits) => [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('');

/** A whole number given as digits, perhaps very long. */
export function whole(digits) {
  if (!/^\d+$/.test(digits)) {
    return digits;
  }
  if (digits.length <= 12) {
    return Number(digits).toLocaleString('en');
  }
  return `${digits[0]}.${digits.slice(1, 3)}·10${superscript(String(digits.length - 1))}`;
}

export const counted = (count, noun) => `${Number(count).toLocaleString('en')} ${noun}${Number(count) === 1 ? '' : 's'}`;

export function duration(seconds) {
  if (seconds < 90) {
    return `${Math.round(seconds)} s`;
  }
  return seconds < 5400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
