import type { Section } from './section.ts'

const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/
const FENCE = /^\s*(```|~~~)/
const LONGEST_PLACE = 200

/** Returns a section for each heading. Its place has the headings above it, outermost first. */
export function markdownSections(markdown: string): Section[] {
  const sections: Section[] = []
  const above: string[] = []
  let lines: string[] = []
  let fenced = false
  const close = () => {
    const place = above.filter(Boolean).join(' › ').slice(0, LONGEST_PLACE)
    sections.push({ place, text: lines.join('\n') })
    lines = []
  }
  for (const line of markdown.split(/\r?\n/)) {
    if (FENCE.test(line)) fenced = !fenced
    const [, marks = '', title = ''] = (fenced ? undefined : HEADING.exec(line)) ?? []
    if (marks) {
      close()
      above.length = marks.length - 1
      above[marks.length - 1] = title
    } else lines.push(line)
  }
  close()
  return sections
}
