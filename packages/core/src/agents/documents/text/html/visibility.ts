export type Attributes = Readonly<Record<string, string>>

/** What is removed: `certain` removes only what no reader of the page sees; `usual` also removes menus and what is hidden from readers. */
export type Removal = 'usual' | 'certain'

const NO_CONTENT = new Set(
  'script style template title meta link base param iframe frame video audio rp colgroup annotation annotation-xml'.split(
    ' ',
  ),
)

/** Names of parts that the visitor opens, as class names of common frameworks have them. */
const OPENED_CLASS = /accordion|answer|collaps|drawer|expand|faq|more|panel|spoiler|tab|toggle/i
const HIDING_STYLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i

/** Returns whether the content of an element is never text of the page, such as a script. */
export function isNoContent(name: string, attributes: Attributes): boolean {
  // A template with this attribute is shown as a part of its parent.
  if (name === 'template') return attributes.shadowrootmode === undefined
  return NO_CONTENT.has(name)
}

/** Returns whether an element is a menu of the site. */
export function isMenu(name: string, { role = '' }: Attributes): boolean {
  return name === 'nav' ? !role || role === 'navigation' : role === 'navigation'
}

/** Returns whether an element of a menu is kept, because it is how to reach the owner of the page. */
export function isContact(name: string, { href = '' }: Attributes): boolean {
  return name === 'address' || (name === 'a' && /^\s*(?:tel|mailto):/i.test(href))
}

const BLOCKS = new Set(
  'div section article li ul ol p table tr td figure blockquote h1 h2 h3 h4 h5 h6 dl dd'.split(' '),
)
/** Names of parts within a line that are content, although screen readers get them in another form. */
const VALUE_CLASS = /amount|cost|count|currency|date|hours|number|percent|price|rating|time|value/i

const PARTS = new Set(['div', 'section', 'form', 'header', 'footer'])

export interface Surroundings {
  /** Ids of elements that a control of the page opens. */
  readonly opened: ReadonlySet<string>
  /** Name of the parent. */
  readonly parent: string | undefined
  /** Whether a button or a link to open something is right before it. */
  readonly afterControl: boolean
}

/** Returns whether an element is hidden, and the visitor cannot open it. */
export function isHidden(
  name: string,
  attributes: Attributes,
  { opened, parent, afterControl }: Surroundings,
): boolean {
  const { hidden, style = '', role, id } = attributes
  if (name === 'html' || name === 'body') return false
  // An open dialogue sets this on what is beside it, such as the whole page.
  const isPage =
    name === 'main' || name === 'article' || ((parent === undefined || parent === 'body') && PARTS.has(name))
  // It hides only from screen readers. They get repeated words and icons otherwise, but slides of a carousel and prices are seen.
  const isSeen = BLOCKS.has(name) || VALUE_CLASS.test((attributes.class ?? '').slice(0, 1000))
  const ariaHidden = attributes['aria-hidden']?.toLowerCase() === 'true' && !isPage && !isSeen
  if (hidden === undefined && !ariaHidden && !HIDING_STYLE.test(style.slice(0, 1000))) return false
  if (hidden === 'until-found' || role === 'tabpanel' || attributes['aria-labelledby'] !== undefined) return false
  if (id !== undefined && opened.has(id)) return false
  return !afterControl && !OPENED_CLASS.test((attributes.class ?? '').slice(0, 1000))
}

const CONTROLS = new Set(['button', 'dt', 'summary'])

/** Returns whether an element opens something, as a button or a link within the page does. */
export function isControl(name: string, attributes: Attributes): boolean {
  const { role, href } = attributes
  return (
    CONTROLS.has(name) ||
    role === 'button' ||
    role === 'tab' ||
    attributes['aria-expanded'] !== undefined ||
    attributes['aria-controls'] !== undefined ||
    attributes.onclick !== undefined ||
    (name === 'a' && href !== undefined && /^\s*(?:#|javascript:)/i.test(href))
  )
}

const OPENING = ['aria-controls', 'data-target', 'data-bs-target', 'data-toggle-target', 'data-tab', 'href', 'for']

/** Returns the ids of the elements that an element opens. */
export function openedBy(attributes: Attributes): string[] {
  return OPENING.flatMap((name) => {
    const value = (attributes[name] ?? '').trim()
    if (value === '' || value.length > 300) return []
    if (name === 'href') return value.startsWith('#') ? [value.slice(1)] : []
    return value.split(/\s+/).map((id) => id.replace(/^#/, ''))
  })
}
