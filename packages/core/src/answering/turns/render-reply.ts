import type { TextStyle } from '../../channel/port.ts'
import type { Reply } from './compose-reply.ts'

type Written = Pick<Reply, 'files' | 'text' | 'choices'>

/**
 * Returns what a model wrote in the format of the channel. The labels of choices have no format. Text without markup stays.
 */
export async function renderReply(
  { files, text, choices = [] }: Written,
  style: TextStyle | undefined,
): Promise<Required<Written>> {
  // The parser is loaded on first use, because it is large.
  const { renderMarkdown } = await import('../../channel/markdown/render-markdown.ts')
  const render = (markdown: string) => renderMarkdown(markdown, style) || markdown
  return {
    files: files.map((file) => (file.caption === undefined ? file : { ...file, caption: render(file.caption) })),
    text: render(text.trim()),
    choices: choices.map((choice) => renderMarkdown(choice, undefined) || choice),
  }
}
