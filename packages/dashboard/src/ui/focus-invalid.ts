/**
 * Moves the focus to the first invalid field of a submitted form, which may be out of view. The field is known at once, or
 * after the service has rejected the form.
 */
export function focusInvalid(): void {
  let submitted: EventTarget | null = null
  const focusFirst = () => {
    const field = submitted instanceof HTMLFormElement && submitted.querySelector('[aria-invalid="true"]')
    if (!(field instanceof HTMLElement)) return
    submitted = null
    field.focus()
  }
  // In the capture phase, because forms in dialogs stop the event.
  document.addEventListener(
    'submit',
    ({ target }) => {
      submitted = target
      // Fields that were invalid before do not change.
      requestAnimationFrame(focusFirst)
    },
    true,
  )
  document.addEventListener('input', () => {
    submitted = null
  })
  new MutationObserver(focusFirst).observe(document.body, { subtree: true, attributeFilter: ['aria-invalid'] })
}
