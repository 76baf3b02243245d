/** Elements that begin a line of their own. The others are words of a line. */
const LINES = new Set(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol optgroup option p pre search section select summary table textarea ul'.split(
    ' ',
  ),
)
/** Elements with an empty line before and after them. */
const PARAGRAPHS = new Set(
  'article blockquote details dialog dl fieldset figure hr main menu ol p pre section select table ul'.split(' '),
)
/** Elements that change how words look. They can begin within a word. */
const WITHIN_WORDS = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr math semantics mrow mfrac msup msub mn mi mo'.split(
    ' ',
  ),
)
/** How an element separates its text from the text around it. */
export type Separation = 'paragraph' | 'line' | 'space' | 'none'

const DISPLAYED_AS_BLOCK = new Set(['block', 'flex', 'grid', 'table', 'list-item', 'flow-root'])

/** Returns how a style attribute displays its element; `''` if it does not say. */
function displayOf(style: string): string {
  for (const declaration of style.slice(0, 1000).toLowerCase().split(';')) {
    const [property = '', value = ''] = declaration.split(':')
    if (property.trim() === 'display') return value.trim()
  }
  return ''
}

/** Returns how an element is separated. An unknown element, such as a custom one, is separated by a space. */
export function separationOf(name: string, { style = '' }: Readonly<Record<string, string>>): Separation {
  if (PARAGRAPHS.has(name)) return 'paragraph'
  if (LINES.has(name) || DISPLAYED_AS_BLOCK.has(displayOf(style))) return 'line'
  return WITHIN_WORDS.has(name) ? 'none' : 'space'
}
