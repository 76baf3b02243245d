import { trimEnd } from '@replywright/contract/trim-end.ts'
import { type Block, blockSections } from './block.ts'
import type { Section } from './split-passages.ts'

const HEADING = /^(#{1,6})\s+(\S.*)$/
const FENCE = /^\s*(```|~~~)/

/** Returns a section for each heading of a Markdown text. */
export function markdownSections(markdown: string): Section[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let fenced = false
  const close = () => {
    const text = lines.join('\n')
    if (text.trim()) blocks.push({ kind: 'text', text })
    lines = []
  }
  for (const line of markdown.split(/\r\n?|\n/)) {
    if (FENCE.test(line)) fenced = !fenced
    const [, marks = '', title = ''] = (fenced ? undefined : HEADING.exec(line)) ?? []
    if (marks) {
      close()
      blocks.push({ kind: 'heading', level: marks.length, text: withoutClosing(title) })
    } else lines.push(line)
  }
  close()
  return blockSections(blocks)
}

/** Removes white space and a closing sequence of `#` from the end of a title. */
function withoutClosing(title: string): string {
  const trimmed = title.trimEnd()
  return trimEnd(trimmed, '#').trimEnd() || trimmed
}
