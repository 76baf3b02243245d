import { hasCaption } from './file-rules.ts'
import type { Attachment } from './use-attachments.ts'

type File = Pick<Attachment, 'kind' | 'abort'>

/**
 * Sends files one after the other, except those that were removed meanwhile: the first with the caption, and the first as the reply
 * to `replyTo`. Returns whether all were sent, and whether the caption was.
 */
export async function sendInOrder<Each extends File>(
  files: readonly Each[],
  caption: string,
  replyTo: string | undefined,
  sendOne: (file: Each, caption: string, replyTo: string | undefined) => Promise<boolean>,
): Promise<{ readonly all: boolean; readonly captioned: boolean }> {
  let rest = caption
  let all = true
  let reference = replyTo
  for (const file of files) {
    if (file.abort.signal.aborted) continue
    if (file.kind === null) {
      all = false
      continue
    }
    const own = hasCaption(file.kind) ? rest : ''
    const isSent = await sendOne(file, own, reference)
    if (isSent) reference = undefined
    if (isSent && own !== '') rest = ''
    all &&= isSent
  }
  return { all, captioned: caption !== '' && rest === '' }
}
