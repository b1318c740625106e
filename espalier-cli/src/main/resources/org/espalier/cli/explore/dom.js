/**
 * Makes an element. Settings whose names begin with "on" are listeners, true and false set or leave out an attribute,
 * and all others are attributes; strings among the children become text.
 */
export function element(tag, settings = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name.startsWith('on')) {
      made.addEventListener(name.slice(2), value);
    } else if (value !== false && value !== null && value !== undefined) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Shows one line at the place where it matters, or takes it away. */
export function complain(place, message) {
  place.textContent = message ?? '';
  place.hidden = !message;
}

/** The value of a custom property of the page, which depends on the colour scheme. */
export const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function whenSchemeChanges(listener) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}

/** Gives an element the colour that its style sheet calls --colour. */
export function coloured(made, colour) {
  made.style.setProperty('--colour', colour);
  return made;
}

/** The buttons of a segmented control; the chosen one is pressed. */
export function choose(group, value) {
  for (const button of group.querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(button.value === value));
  }
}
