import { CloseButton, Progress, Text } from '@mantine/core'
import { IconFile } from '@tabler/icons-react'
import classes from './composer.module.css'
import { KIND_NAMES, sizeText } from './file-rules.ts'
import type { Attachment } from './use-attachments.ts'

/** The chosen files with their sizes, uploads and problems. */
export function AttachmentList({
  attachments,
  onRemove,
}: {
  readonly attachments: readonly Attachment[]
  readonly onRemove: (attachment: Attachment) => void
}) {
  if (attachments.length === 0) return null
  return (
    <ul className={classes.files} aria-label="Files">
      {attachments.map((attachment) => (
        <li key={attachment.key} className={classes.file} data-problem={attachment.problem !== null || undefined}>
          {attachment.preview ? (
            <img className={classes.thumbnail} src={attachment.preview} alt="" />
          ) : (
            <IconFile size={24} aria-hidden />
          )}
          <div className={classes.fileText}>
            <Text size="xs" fw={500} truncate>
              {attachment.file.name}
            </Text>
            <FileState attachment={attachment} />
          </div>
          <CloseButton
            size="sm"
            aria-label={attachment.share === null ? `Remove ${attachment.file.name}` : 'Cancel upload'}
            onClick={() => onRemove(attachment)}
          />
        </li>
      ))}
    </ul>
  )
}

function FileState({ attachment: { kind, file, share, problem } }: { readonly attachment: Attachment }) {
  if (problem !== null)
    return (
      <Text size="xs" c="red" role="alert">
        {problem}
      </Text>
    )
  if (share !== null) {
    const percent = Math.round(share * 100)
    return <Progress value={percent} size="sm" mt={4} aria-label={`Uploading ${percent}%`} />
  }
  return (
    <Text size="xs" c="dimmed">
      {kind && `${KIND_NAMES[kind]}, ${sizeText(file.size)}`}
    </Text>
  )
}
