import { Button, CloseButton, FileButton, Progress, Text } from '@mantine/core'
import type { Agent } from '@replywright/contract/agents.ts'
import { LARGEST_FORM_FILE_BYTES, type NewDocument, uploadDocument } from '@replywright/contract/agents-files.ts'
import { IconAlertTriangle, IconFileText, IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { postForm } from '../../api/post-form.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Panel } from '../../ui/page.tsx'
import cards from '../../ui/shared.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from '../agent.module.css'
import { DocumentRow } from './document-row.tsx'
import { DocumentTextDialog, type ShownText } from './document-text.tsx'
import { ACCEPTED, contentTypeOf, type Encoding, fileProblem, KINDS } from './document-words.ts'
import { WebsitesPanel } from './websites-panel.tsx'

/** The agent's documents. Uploads, renames and deletions are saved immediately. */
export function DocumentsSection({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  return (
    <>
      <FilesPanel agent={agent} isReadOnly={isReadOnly} />
      <WebsitesPanel agent={agent} isReadOnly={isReadOnly} />
    </>
  )
}

function FilesPanel({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  const { uploads, upload, dismiss } = useUploads(agent.id)
  const [shown, setShown] = useState<ShownText>()
  const { documents } = agent
  return (
    <Panel
      title="Documents"
      actions={
        !isReadOnly && (
          <FileButton multiple accept={ACCEPTED} onChange={(files) => void upload(files)}>
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
                Upload
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <Text c="dimmed" mb="xs">
        Reference files for the agent: {KINDS}, up to 20 MB each, at most 1,000. Changes are saved immediately.
      </Text>
      {documents.length + uploads.length === 0 ? (
        <EmptyState icon={IconFileText} title="No documents yet">
          Upload price lists, manuals or FAQs. Websites are added among the tools of the agent.
        </EmptyState>
      ) : (
        <ul className={cards.list}>
          {uploads.map((each) => (
            <UploadRow key={each.key} upload={each} onDismiss={() => dismiss(each.key)} />
          ))}
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              agentId={agent.id}
              document={document}
              isReadOnly={isReadOnly}
              onReplace={async (file, encoding) => (await upload([file], encoding))[0]}
              onShow={setShown}
            />
          ))}
        </ul>
      )}
      <DocumentTextDialog shown={shown} onClose={() => setShown(undefined)} />
    </Panel>
  )
}

/** The progress of an upload, or its error. */
function UploadRow({
  upload: { name, share, error },
  onDismiss,
}: {
  readonly upload: Upload
  readonly onDismiss: () => void
}) {
  const percent = share === null ? undefined : Math.round(share * 100)
  return (
    <li className={classes.document}>
      <span className={classes.documentName}>{name}</span>
      <StatusBadge
        tone={error ? 'bad' : 'waiting'}
        icon={error ? IconAlertTriangle : IconUpload}
        label={error ? 'Failed' : percent === undefined ? 'Uploading' : `Uploading ${percent}%`}
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

/** An upload that is in progress or has failed. */
interface Upload {
  readonly key: string
  readonly name: string
  /** The sent share, 0 to 1; null if unknown. */
  readonly share: number | null
  readonly error?: string
}

/** Uploads files to an agent's documents, one after the other. */
function useUploads(agentId: string) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const queries = useQueryClient()
  const change = (key: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const dismiss = (key: string) => setUploads((all) => all.filter((each) => each.key !== key))

  /** Uploads files. Returns the documents of those that succeeded. */
  async function upload(files: readonly File[], encoding?: Encoding): Promise<readonly NewDocument[]> {
    const queue = files.map((file) => {
      const error = fileProblem(file)
      return { file, key: crypto.randomUUID(), name: file.name, share: null, ...(error && { error }) }
    })
    setUploads((all) => [...all, ...queue.map(({ file: _, ...shown }) => shown)])
    const added: NewDocument[] = []
    for (const { file, key, error } of queue) {
      const document = error === undefined ? await uploadOne({ file, encoding }, key) : undefined
      if (document) added.push(document)
    }
    return added
  }

  async function uploadOne(chosen: ChosenFile, key: string): Promise<NewDocument | undefined> {
    try {
      const document = await sendDocument(agentId, chosen, (share) => change(key, { share }))
      dismiss(key)
      return document
    } catch (failure) {
      change(key, { error: failure instanceof ApiError ? failure.message : 'The upload failed.' })
      return undefined
    } finally {
      await queries.invalidateQueries()
    }
  }

  return { uploads, upload, dismiss }
}

interface ChosenFile {
  readonly file: File
  /** Undefined to have it detected. */
  readonly encoding: Encoding | undefined
}

const FAILED = 'The upload failed. Delete the document and try again.'

/**
 * Adds a file to an agent's documents. Sends files up to 4 MB in the request, and larger files directly to storage.
 * Calls `onProgress` with the sent share, 0 to 1, for files that go to storage.
 * @throws ApiError
 */
async function sendDocument(
  agentId: string,
  { file, encoding }: ChosenFile,
  onProgress: (share: number) => void,
): Promise<NewDocument> {
  const params = { id: agentId }
  if (file.size <= LARGEST_FORM_FILE_BYTES) {
    const body = new FormData()
    body.append('file', file)
    if (encoding) body.append('encoding', encoding)
    return await call(uploadDocument, { params, body })
  }
  const contentType = contentTypeOf(file.name) ?? file.type
  const document = await call(
    uploadDocument,
    { params, body: { name: file.name, size: file.size, contentType, encoding } },
    { idempotencyKey: crypto.randomUUID() },
  )
  if (document.upload) await postForm(document.upload, file, { message: FAILED, onProgress })
  return document
}
