/**
 * Creates an element. Settings whose names begin with "on" are listeners; true and false set or omit an attribute; all
 * others are attributes. Strings among the children become text.
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

/** Shows a message in an element, or hides the element. */
export function complain(place, message) {
  place.textContent = message ?? '';
  place.hidden = !message;
}

/** Returns the value of a custom property of the page, which depends on the colour scheme. */
export const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function whenSchemeChanges(listener) {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', listener);
}

/** Sets the custom property --colour of an element. */
export function coloured(made, colour) {
  made.style.setProperty('--colour', colour);
  return made;
}

/** Selects a button of a segmented control. */
export function choose(group, value) {
  for (const button of group.querySelectorAll('button')) {
    button.setAttribute('aria-pressed', String(button.value === value));
  }
}
