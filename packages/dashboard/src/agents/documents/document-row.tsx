import { ActionIcon, Anchor, Button, Menu, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { getAgent, updateAgent } from '@replywright/contract/agents.ts'
import { ENCODINGS, type NewDocument } from '@replywright/contract/agents-files.ts'
import type { AgentDocument } from '@replywright/contract/agents-sub-resources.ts'
import { getDocumentText } from '@replywright/contract/dashboard/agents.ts'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconDots,
  IconFileAlert,
  IconFileText,
  IconLoader,
  IconPencil,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call, callRevised } from '../../api/call.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DialogButtons, FormError } from '../../ui/form-parts.tsx'
import { tell, tellError } from '../../ui/notices.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from '../agent.module.css'
import type { ShownText } from './document-text.tsx'
import { ACCEPTED, asksForEncoding, type Encoding, encodingOf, RenamedError, renameDocument } from './document-words.ts'

export function DocumentRow({
  agentId,
  document,
  isReadOnly,
  onReplace,
  onShow,
}: {
  readonly agentId: string
  readonly document: AgentDocument
  readonly isReadOnly: boolean
  /** Uploads a file. Returns its document, or undefined if the upload failed. */
  readonly onReplace: (file: File, encoding?: Encoding) => Promise<NewDocument | undefined>
  readonly onShow: (shown: ShownText) => void
}) {
  const { id, name, file, status, problem } = document
  const [isRemoving, removing] = useDisclosure()
  const [isRenaming, renaming] = useDisclosure()
  /** The name that the user knows, if another user has renamed the document. */
  const [seen, setSeen] = useState<string>()
  const [encoding, setEncoding] = useState<Encoding>()
  const input = useRef<HTMLInputElement>(null)
  const change = useDocumentChange(agentId)
  const remove = (onSuccess: () => void) =>
    change.mutate((all) => all.filter((each) => each.id !== id), { onSuccess, onError: tellError })
  const replace = async (chosen: File) => {
    const params = { id: agentId, documentId: id }
    const before = await call(getDocumentText, { params, query: {} }).catch(() => undefined)
    const added = await onReplace(chosen, encoding)
    if (!added) return
    remove(() => {
      tell(`${name} replaced by ${chosen.name}`)
      if (before && before.total > 0) onShow({ agentId, id: added.id, name: added.name, before })
    })
  }
  return (
    <li className={classes.document}>
      <span className={classes.documentName}>
        {file ? (
          <Anchor href={file} target="_blank" rel="noreferrer" size="sm">
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          name
        )}
      </span>
      <StatusBadge {...STATUSES[status]} />
      {isReadOnly ? (
        <span />
      ) : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${name}`} loading={change.isPending}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<IconFileText size={16} aria-hidden />}
              onClick={() => onShow({ agentId, id, name })}
            >
              Show text
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={renaming.open}>
              Rename
            </Menu.Item>
            <Menu.Item leftSection={<IconReplace size={16} aria-hidden />} onClick={() => input.current?.click()}>
              Replace
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={removing.open}>
              Delete
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {problem !== undefined && <span className={status === 'ready' ? classes.note : classes.problem}>{problem}</span>}
      {asksForEncoding(document) && !isReadOnly && (
        <span className={classes.problem}>
          <NativeSelect
            size="xs"
            aria-label={`Encoding of ${name}`}
            value={encoding ?? ''}
            data={[{ value: '', label: 'Detect the encoding' }, ...ENCODINGS]}
            onChange={({ currentTarget }) => setEncoding(encodingOf(currentTarget.value))}
          />
          <Button size="compact-xs" variant="default" onClick={() => input.current?.click()}>
            Upload again
          </Button>
        </span>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={`Replace ${name}`}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          currentTarget.value = ''
          if (chosen) void replace(chosen)
        }}
      />
      <ConfirmDialog
        opened={isRemoving}
        onClose={removing.close}
        title={`Delete ${name}?`}
        confirm="Delete document"
        danger
        onConfirm={() => remove(removing.close)}
        isPending={change.isPending}
        error={change.error}
      >
        <Text>The file is deleted permanently. The agent can no longer use its content.</Text>
      </ConfirmDialog>
      <RenameDialog
        key={String(isRenaming)}
        opened={isRenaming}
        name={name}
        onClose={renaming.close}
        isPending={change.isPending}
        error={change.error}
        onRename={(chosen) =>
          change.mutate((all) => renameDocument(all, id, { seen: seen ?? name, chosen }), {
            onSuccess: renaming.close,
            onError: (error) => error instanceof RenamedError && setSeen(error.current),
          })
        }
      />
    </li>
  )
}

function RenameDialog({
  opened,
  name,
  onClose,
  isPending,
  error,
  onRename,
}: {
  readonly opened: boolean
  readonly name: string
  readonly onClose: () => void
  readonly isPending: boolean
  readonly error: unknown
  readonly onRename: (name: string) => void
}) {
  const [text, setText] = useState(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A dialog's events also reach the form that contains the dialog's component.
    event.stopPropagation()
    onRename(text.trim())
  }
  return (
    <Modal opened={opened} onClose={onClose} title={`Rename ${name}`}>
      <Stack component="form" onSubmit={submit}>
        <TextInput
          label="Name"
          maxLength={255}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError error={error} />
        <DialogButtons type="submit" onCancel={onClose} loading={isPending} disabled={text.trim() === ''}>
          Rename
        </DialogButtons>
      </Stack>
    </Modal>
  )
}

export const STATUSES = {
  pending: { tone: 'waiting', icon: IconClock, label: 'Pending' },
  processing: { tone: 'waiting', icon: IconLoader, label: 'Processing' },
  partial: { tone: 'waiting', icon: IconFileAlert, label: 'Partial' },
  ready: { tone: 'good', icon: IconCircleCheck, label: 'Ready' },
  error: { tone: 'bad', icon: IconAlertTriangle, label: 'Error' },
} as const

const MOST_TRIES = 3

/** Reads the current documents before a change, because an update deletes every document that it does not list. */
function useDocumentChange(agentId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: (documents: readonly AgentDocument[]) => readonly AgentDocument[]) => {
      const params = { id: agentId }
      for (let tries = 1; ; tries++) {
        const { resource, revision } = await callRevised(getAgent, { params })
        const kept = change(resource.documents).map(({ id, name }) => ({ id, name }))
        try {
          return await call(updateAgent, { params, body: { documents: kept } }, { ifMatch: revision })
        } catch (error) {
          // Another change came after the read above. This one is applied to its result.
          if (!(error instanceof ApiError) || error.status !== 409 || tries === MOST_TRIES) throw error
        }
      }
    },
    onSuccess: () => queries.invalidateQueries(),
  })
}
