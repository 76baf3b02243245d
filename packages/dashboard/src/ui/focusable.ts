/** Returns the attributes that make a scrollable element focusable by keyboard, which some browsers do not do. */
export function focusable(label: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': label }
}
