/** A section of the instructions: from a Markdown heading or an empty line to the next one. Text before the first heading is about all. */
interface InstructionSection {
  readonly title: string
  readonly text: string
}

const HEADING = /^#{1,6} /
const LONGEST_TITLE = 60
/** Shorter words say little about a subject. Words of scripts without spaces are shorter. */
const LETTERS = 5
const LETTERS_WITHOUT_SPACES = 2
/** Words of a section that a conversation must have. */
const WORDS = 2

/** The rule of `untouchedSections`, for the people who read its result. */
export const TOUCHED_RULE =
  'A section counts as tested if a conversation has two longer words that only this section has.'

/**
 * Returns the titles of the sections of instructions that no conversation touches. `conversations` are the texts of each. A section
 * with fewer words of its own than the rule needs is left out: nothing can be said about it.
 */
export function untouchedSections(instructions: string, conversations: readonly string[]): string[] {
  const sections = sectionsOf(instructions).map((section) => ({ ...section, words: wordsOf(section.text) }))
  const said = conversations.map(wordsOf)
  return sections.flatMap(({ title, words }, index) => {
    const others = sections.filter((_, other) => other !== index)
    const own = [...words].filter((word) => !others.some((other) => other.words.has(word)))
    const isTouched = said.some((heard) => own.filter((word) => heard.has(word)).length >= WORDS)
    return own.length < WORDS || isTouched ? [] : [title]
  })
}

function sectionsOf(instructions: string): InstructionSection[] {
  const blocks: string[][] = [[]]
  let hasHeadings = false
  for (const line of instructions.split('\n')) {
    const isHeading = HEADING.test(line)
    hasHeadings ||= isHeading
    // Below a heading, an empty line does not end the section.
    if (isHeading || (line.trim() === '' && !hasHeadings)) blocks.push([])
    if (line.trim() !== '') blocks.at(-1)?.push(line)
  }
  return blocks.flatMap((lines) => {
    const [first] = lines
    if (first === undefined || (hasHeadings && !HEADING.test(first))) return []
    const title = first.replace(HEADING, '').trim()
    return [
      {
        title: title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title,
        text: lines.join('\n'),
      },
    ]
  })
}

const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function wordsOf(text: string): Set<string> {
  const words = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.toLowerCase())]
  return new Set(
    words.flatMap(({ segment, isWordLike }) => {
      const least = WITHOUT_SPACES.test(segment) ? LETTERS_WITHOUT_SPACES : LETTERS
      return isWordLike && segment.length >= least ? [segment] : []
    }),
  )
}
