import { Badge, Button, Group, Text } from '@mantine/core'
import {
  type AgentVersion,
  getAgentVersion,
  listAgentVersions,
  restoreAgentVersion,
  type SettingChange,
} from '@replywright/contract/agent-versions.ts'
import { type Agent, getAgent } from '@replywright/contract/agents.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, callRevised, type Revised, read, readRevised } from '../../api/call.ts'
import { Allowed } from '../../ui/allowed.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tell } from '../../ui/notices.tsx'
import { Loaded, Panel } from '../../ui/page.tsx'
import { When } from '../../ui/when.tsx'
import classes from '../agent.module.css'
import { fieldWord } from '../editor/sections.ts'
import { type DiffLine, lineDiff, shortened } from './line-diff.ts'

/** The versions of an agent's settings: who changed what, and restoring a version. */
export function HistorySection({
  agent,
  isDirty,
  onRestored,
}: {
  readonly agent: Agent
  /** Whether the editor has unsaved changes, which restoring would discard. */
  readonly isDirty: boolean
  readonly onRestored: (restored: Revised<Agent>) => void
}) {
  const query = useQuery(read(listAgentVersions, { params: { id: agent.id } }))
  return (
    <Panel title="History">
      <Text c="dimmed" mb="sm">
        The last 20 versions of the settings, kept for 90 days. Secrets are not shown.
      </Text>
      <Loaded query={query}>
        {({ results }) => (
          <ol>
            {results.map((version) => (
              <Version
                key={version.version}
                id={agent.id}
                version={version}
                current={results[0]?.version ?? version.version}
                isDirty={isDirty}
                onRestored={onRestored}
              />
            ))}
          </ol>
        )}
      </Loaded>
    </Panel>
  )
}

function Version({
  id,
  version,
  current,
  isDirty,
  onRestored,
}: {
  readonly id: string
  readonly version: AgentVersion
  /** The number of the current version. Restoring is rejected if it has changed. */
  readonly current: number
  readonly isDirty: boolean
  readonly onRestored: (restored: Revised<Agent>) => void
}) {
  const { version: number, changedAt, changedBy, fields, isCurrent } = version
  const [isOpen, setOpen] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  const queries = useQueryClient()
  const restoring = useMutation({
    mutationFn: async () => {
      await call(restoreAgentVersion, { params: { id, version: String(number) } }, { ifMatch: current })
      return await callRevised(getAgent, { params: { id } })
    },
    onSuccess: (restored) => {
      setConfirming(false)
      queries.setQueryData(readRevised(getAgent, { params: { id } }).queryKey, restored)
      void queries.invalidateQueries()
      tell(`Version ${number} restored`)
      onRestored(restored)
    },
    onError: () => queries.invalidateQueries(),
  })
  const canCompare = fields !== null && fields.length > 0
  return (
    <li className={classes.version}>
      <Group justify="space-between" gap="xs">
        <div>
          <Group gap="xs">
            <Text fw={600}>Version {number}</Text>
            {isCurrent && <Badge variant="light">Current</Badge>}
          </Group>
          <Text c="dimmed" component="div">
            {changedBy ? (changedBy.kind === 'apiKey' ? `API key ${changedBy.name}` : changedBy.name) : 'Unknown user'}
            {changedAt && (
              <>
                {' '}
                <When at={changedAt} />
              </>
            )}
          </Text>
          <Text>{summaryOf(version)}</Text>
        </div>
        <Group gap="xs">
          {canCompare && (
            <Button size="xs" variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Hide changes' : 'Show changes'}
            </Button>
          )}
          {!isCurrent && (
            <Allowed endpoint={restoreAgentVersion}>
              <Button size="xs" variant="default" onClick={() => setConfirming(true)}>
                Restore
              </Button>
            </Allowed>
          )}
        </Group>
      </Group>
      {isOpen && <Changes id={id} version={number} other="previous" />}
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        title={`Restore version ${number}?`}
        confirm="Restore"
        onConfirm={() => restoring.mutate()}
        isPending={restoring.isPending}
        error={restoring.error}
      >
        <Text>
          The settings are saved as a new version, with their secrets. Documents and the picture stay as they are. These
          settings change:
        </Text>
        {isDirty && (
          <Text mt="xs" fw={500}>
            Your unsaved changes in the editor are discarded.
          </Text>
        )}
        {isConfirming && <Changes id={id} version={number} other="current" isReversed />}
      </ConfirmDialog>
    </li>
  )
}

function summaryOf({ version, fields }: AgentVersion): string {
  if (version === 1) return 'Agent created'
  if (fields === null) return 'The version before is no longer kept'
  return fields.length === 0 ? 'No changes' : fields.map(fieldWord).join(', ')
}

/** The changes of a version, or, reversed, what restoring it would change. */
function Changes({
  id,
  version,
  other,
  isReversed = false,
}: {
  readonly id: string
  readonly version: number
  readonly other: 'previous' | 'current'
  readonly isReversed?: boolean
}) {
  const query = useQuery(
    read(getAgentVersion, { params: { id, version: String(version) }, query: { compareWith: other } }),
  )
  return (
    <Loaded query={query}>
      {({ changes }) =>
        changes.map((change) => (
          <ChangeView
            key={JSON.stringify([change.field, change.item, change.property, change.before === null])}
            change={isReversed ? { ...change, before: change.after, after: change.before } : change}
          />
        ))
      }
    </Loaded>
  )
}

const MARKS = { same: ' ', added: '+', removed: '−' } as const

/** One changed setting, with its text before and after, line by line. */
function ChangeView({ change }: { readonly change: SettingChange }) {
  const { field, item, property, before, after } = change
  const title = [
    fieldWord(field),
    item,
    property
      ?.replace(/([A-Z])/g, ' $1')
      .toLowerCase()
      .replace('api schema', 'request'),
  ]
    .filter(Boolean)
    .join(' · ')
  const state = before === null ? '(added)' : after === null ? '(removed)' : ''
  const lines = linesOf(before, after)
  return (
    <div className={classes.change}>
      <Text fw={500}>
        {title} {state}
      </Text>
      <div className={classes.diff}>
        {shortened(lines).map(({ at, kind, text }) => (
          <div key={at} className={classes.line} data-kind={kind}>
            {text === null ? '…' : `${MARKS[kind]} ${text}`}
          </div>
        ))}
      </div>
    </div>
  )
}

function linesOf(before: string | null, after: string | null): DiffLine[] {
  if (before !== null && after !== null) return lineDiff(before, after)
  const [text, kind] = after === null ? [before ?? '', 'removed' as const] : [after, 'added' as const]
  return text.split('\n').map((line) => ({ kind, text: line }))
}
