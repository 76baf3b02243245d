import { createUpload, sendUpload, type ThreadMessage } from '@replywright/contract/dashboard/thread.ts'
import { type MediaKind, mediaLimit } from '@replywright/contract/media-types.ts'
import { printableFileName } from '@replywright/contract/printable-file-name.ts'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { type Intent, intentOf } from '../../api/idempotency-key.ts'
import { postForm } from '../../api/post-form.ts'
import type { UploadedFile } from './editable.ts'
import { checkFile, readStart, sentFileName } from './file-rules.ts'
import { sendInOrder } from './send-in-order.ts'
import { takeOver } from './use-outbox.ts'

/** A file that the user chose. */
export interface Attachment {
  readonly key: string
  readonly file: File
  /** Null if it was uploaded earlier. */
  readonly size: number | null
  /** The name of a document as the member wrote it for the customer. */
  readonly name: string
  /** Null if it cannot be sent. */
  readonly kind: MediaKind | null
  readonly mimeType: string
  /** The URL of an image. */
  readonly preview: string | null
  /** The sent share, 0 to 1; null unless it is being sent. */
  readonly share: number | null
  readonly problem: string | null
  readonly abort: AbortController
  /** The completed upload, so that trying again sends the file once. */
  readonly uploadId: string | null
  /** The last request to send it. */
  readonly intent: Intent | undefined
}

export type Attachments = ReturnType<typeof useAttachments>

/** The files of the message that the user is writing. Each is sent as its own message. */
export function useAttachments(conversationId: string, onSent: (message: ThreadMessage) => void) {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [isSending, setSending] = useState(false)
  const params = { id: conversationId }
  const change = (key: string, part: Partial<Attachment>) =>
    setAttachments((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const drop = (key: string) => setAttachments((all) => all.filter((each) => each.key !== key))

  async function upload({ key, file, mimeType, abort: { signal } }: Attachment, name: string): Promise<string> {
    const body = { name, size: file.size, mimeType }
    const { id, ...form } = await call(createUpload, { params, body }, { idempotencyKey: crypto.randomUUID(), signal })
    const onProgress = (share: number) => change(key, { share })
    await postForm(form, file, { message: 'The upload failed.', onProgress, signal })
    return id
  }

  /** Uploads and sends one file. Returns whether it was sent. */
  async function sendOne(attachment: Attachment, caption: string, replyTo: string | undefined): Promise<boolean> {
    const { key, file, abort } = attachment
    const name = sentFileName(attachment.name, file.name || 'File')
    change(key, { share: 0, problem: null })
    try {
      const uploadId = attachment.uploadId ?? (await upload(attachment, name))
      const body = { uploadId, name, ...(caption && { caption }), ...(replyTo !== undefined && { replyTo }) }
      const intent = intentOf(attachment.intent, body, () => crypto.randomUUID())
      change(key, { uploadId, intent })
      onSent(await call(sendUpload, { params, body }, { idempotencyKey: intent.key }))
      drop(key)
      return true
    } catch (error) {
      if (abort.signal.aborted) return false
      change(key, { share: null, problem: error instanceof ApiError ? error.message : 'The upload failed.' })
      return false
    }
  }

  return {
    attachments,
    /** Also while another kind of message is shown. */
    isSending,
    async choose(files: Iterable<File>): Promise<void> {
      const chosen = await Promise.all(Array.from(files, attachmentOf))
      setAttachments((all) => [...all, ...chosen])
    },
    /** Adds a file that was uploaded earlier, once. */
    add(uploaded: UploadedFile): void {
      setAttachments((all) =>
        all.some(({ uploadId }) => uploadId === uploaded.uploadId) ? all : [...all, attachmentOfUpload(uploaded)],
      )
    },
    /** Removes a file. Cancels its upload. */
    remove({ key, abort }: Attachment): void {
      abort.abort()
      drop(key)
    },
    /** Changes the name that the customer sees of a document. */
    rename({ key }: Attachment, name: string): void {
      change(key, { name })
    },
    /**
     * Sends all files, the first with the caption and as the reply to `replyTo`. With `isTakingOver`, takes the conversation over first.
     * Returns whether all were sent, and whether the caption was. @throws ApiError if the conversation could not be taken over
     */
    async send(caption: string, replyTo: string | undefined, isTakingOver: boolean) {
      setSending(true)
      try {
        if (isTakingOver) await takeOver(conversationId, crypto.randomUUID())
        return await sendInOrder(attachments, caption, replyTo, sendOne)
      } finally {
        setSending(false)
      }
    },
  }
}

async function attachmentOf(file: File): Promise<Attachment> {
  const checked = checkFile(await readStart(file), file)
  const base = newAttachment(file)
  if (checked.kind === null) return { ...base, kind: null, mimeType: '', problem: checked.problem }
  const isImage = checked.kind === 'image' || checked.kind === 'sticker'
  return { ...base, ...checked, preview: isImage ? await dataUrl(file, checked.mimeType) : null }
}

function attachmentOfUpload({ uploadId, name, mimeType, url }: UploadedFile): Attachment {
  const kind = mediaLimit(mimeType)?.kind ?? null
  const preview = kind === 'image' || kind === 'sticker' ? url : null
  return { ...newAttachment(new File([], name)), size: null, kind, mimeType, preview, uploadId, problem: null }
}

function newAttachment(file: File) {
  return {
    key: crypto.randomUUID(),
    file,
    size: file.size,
    name: printableFileName(file.name || 'File'),
    share: null,
    abort: new AbortController(),
    preview: null,
    uploadId: null,
    intent: undefined,
  }
}

/** The Content-Security-Policy allows `data:` images, but not `blob:`. */
function dataUrl(file: File, mimeType: string): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : null))
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file.slice(0, file.size, mimeType))
  })
}
