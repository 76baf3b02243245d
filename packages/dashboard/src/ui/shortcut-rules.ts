/** Elements that use letters themselves: for text, or to find an entry. */
const TYPED = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const SEARCHED = '[role="menu"], [role="listbox"], [role="combobox"], [role="tree"]'
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]'
/** Inputs that take no text. */
const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'range', 'color']

/** Whether a key was pressed as a shortcut: not as text, not with a modifier, and not while a dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false
  if (document.querySelector(DIALOG)) return false
  const { target } = event
  if (!(target instanceof Element)) return true
  if (target instanceof HTMLInputElement && UNTYPED.includes(target.type)) return true
  return target.closest(`${TYPED}, ${SEARCHED}`) === null
}
