import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Bullets } from '../../ui/bullets.tsx'
import type { AgentValues } from './agent-values.ts'
import { fieldWord } from './sections.ts'

/** Says that somebody else changed the same parts of an agent, and asks whose stay. */
export function ConflictDialog({
  fields,
  onClose,
  onReload,
  onKeep,
}: {
  /** What both changed; empty while there is no conflict. */
  readonly fields: readonly (keyof AgentValues)[]
  readonly onClose: () => void
  readonly onReload: () => void
  readonly onKeep: () => void
}) {
  return (
    <Modal
      opened={fields.length > 0}
      onClose={onClose}
      title="Somebody else changed this agent"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">Since you opened it, these parts were changed by others, and by you:</Text>
        <Bullets>
          {fields.map((field) => (
            <li key={field}>{fieldWord(field)}</li>
          ))}
        </Bullets>
        <Text size="sm">
          Reload to see theirs: your unsaved changes are lost. Keep yours to replace theirs in these parts; what they
          changed elsewhere stays.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onReload}>
            Reload
          </Button>
          <Button onClick={onKeep}>Keep mine</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
