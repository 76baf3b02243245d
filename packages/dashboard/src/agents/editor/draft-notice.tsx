import { Alert, Button, Group } from '@mantine/core'
import { type Agent, deleteDraft, publishDraft } from '@messaging/contract/agents.ts'
import { IconPencil } from '@tabler/icons-react'
import { ActionButton } from '../../ui/action-dialog.tsx'
import { changedFields } from './agent-changes.ts'
import { valuesOf } from './agent-values.ts'
import { fieldWord } from './sections.ts'

/** What the draft of an agent changes, with buttons that edit, publish and delete it. Nothing without a draft. */
export function DraftNotice({
  agent,
  draft,
  onEdit,
  onPublished,
}: {
  readonly agent: Agent
  /** The agent with the fields of its draft. */
  readonly draft: Agent | undefined
  readonly onEdit: (draft: Agent) => void
  readonly onPublished: () => Promise<void>
}) {
  if (!draft) return null
  const { id, name } = agent
  const changes = changedFields(valuesOf(agent), valuesOf(draft)).map(fieldWord).join(', ')
  return (
    <Alert color="gray" icon={<IconPencil aria-hidden />} mb="md" title="This agent has a draft">
      It changes: {changes}. Customers get replies of the published agent.
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => onEdit(draft)}>
          Edit draft
        </Button>
        <ActionButton
          button={{ label: 'Publish draft', size: 'xs', variant: 'filled' }}
          endpoint={publishDraft}
          input={{ params: { id }, body: {} }}
          title={`Publish the draft of ${name}?`}
          confirm="Publish"
          done="Draft published"
          onDone={onPublished}
        >
          Customers get replies with these changes from now on: {changes}.
        </ActionButton>
        <ActionButton
          button={{ label: 'Delete draft', size: 'xs' }}
          endpoint={deleteDraft}
          input={{ params: { id } }}
          title={`Delete the draft of ${name}?`}
          confirm="Delete"
          danger
          done="Draft deleted"
        >
          The published agent does not change.
        </ActionButton>
      </Group>
    </Alert>
  )
}
