const SCOPES = '[role="dialog"], main'
/** Without fields, because a focused field opens the keyboard of a phone. */
const CONTROLS = 'a[href], button:enabled:not([tabindex="-1"]), summary'

/** The last focused element of the page or a dialog, the elements around it, and its controls: those after it come first. */
interface FocusPoint {
  readonly scope: Element
  readonly element: HTMLElement
  readonly around: readonly Element[]
  readonly controls: readonly HTMLElement[]
}

/**
 * Moves the focus to the nearest control when the focused element is removed, for example with its row or its dialog.
 * Otherwise the browser moves it to the body, and keyboards and screen readers start at the top of the page. Also focuses
 * a button again that was disabled while its action ran. Returns a function that ends it.
 */
export function keepFocus(): () => void {
  let points: readonly FocusPoint[] = []
  const onFocus = ({ target }: Event) => {
    const scope = target instanceof HTMLElement && target.closest(SCOPES)
    if (!scope) return
    const others = points.filter((point) => point.scope !== scope && point.scope.isConnected)
    points = [...others, pointOf(target, scope)]
  }
  /** Forgets an element that the user leaves, with Escape or a click beside it. A removed one is not connected then. */
  const onLeave = ({ target }: Event) =>
    queueMicrotask(() => {
      if (!(target instanceof HTMLElement) || !target.isConnected || target.matches(':disabled')) return
      if (document.activeElement === document.body) points = points.filter(({ element }) => element !== target)
    })
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body || !document.hasFocus()) return
    const point = points.findLast(({ scope }) => scope.isConnected)
    if (point) nearest(point)?.focus({ preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onLeave)
  return () => {
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onLeave)
  }
}

function pointOf(element: HTMLElement, scope: Element): FocusPoint {
  const around: Element[] = []
  for (let each = element.parentElement; each && scope.contains(each); each = each.parentElement) around.push(each)
  const controls = [...scope.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => control !== element)
  const isAfter = (control: Element) => element.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING
  return {
    scope,
    element,
    around,
    controls: [...controls.filter(isAfter), ...controls.filter((each) => !isAfter(each)).toReversed()],
  }
}

/** Prefers the controls that were there before, because they are in order. */
function nearest({ scope, element, around, controls }: FocusPoint): HTMLElement | undefined {
  if (element.isConnected) return element
  for (const each of around.filter(({ isConnected }) => isConnected))
    for (const control of [...controls, ...each.querySelectorAll<HTMLElement>(CONTROLS)])
      if (each.contains(control) && control.matches(CONTROLS) && control.checkVisibility()) return control
  return scope instanceof HTMLElement ? scope : undefined
}

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

/** Returns the attributes that make a scrollable element focusable by keyboard, which some browsers do not do. */
export function focusable(label: string) {
  return { role: 'group', tabIndex: 0, 'aria-label': label }
}
