/** Moves the focus to the field of the new message. */
export function focusComposer(): void {
  document.querySelector<HTMLElement>('[data-composer] :is(textarea, select)')?.focus()
}
