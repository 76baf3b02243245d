import { CloseButton, Progress } from '@mantine/core'
import { IconAlertTriangle, IconUpload } from '@tabler/icons-react'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './documents-section.module.css'
import type { Upload } from './use-uploads.ts'

/** The progress of an upload, or its error. */
export function UploadRow({
  upload: { name, share, error },
  onDismiss,
}: {
  readonly upload: Upload
  readonly onDismiss: () => void
}) {
  const percent = share === null ? undefined : Math.round(share * 100)
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <StatusBadge
        tone={error ? 'bad' : 'waiting'}
        icon={error ? IconAlertTriangle : IconUpload}
        label={error ? 'Failed' : percent === undefined ? 'Uploading' : `Uploading ${percent} %`}
      />
      {error ? <CloseButton size="sm" aria-label={`Dismiss ${name}`} onClick={onDismiss} /> : <span />}
      {error && (
        <span className={classes.problem} role="alert">
          {error}
        </span>
      )}
      {!error && (
        <Progress
          className={classes.progress}
          size="sm"
          aria-label={`Uploading ${name}`}
          value={percent ?? 100}
          animated={percent === undefined}
        />
      )}
    </li>
  )
}
