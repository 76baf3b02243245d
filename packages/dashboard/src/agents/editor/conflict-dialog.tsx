import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Bullets } from '../../ui/bullets.tsx'
import type { AgentValues } from './agent-values.ts'
import { fieldWord } from './sections.ts'

/** Reports that another user changed the same fields of an agent, and asks which values to keep. */
export function ConflictDialog({
  fields,
  onClose,
  onReload,
  onKeep,
}: {
  /** The fields that both users changed; empty if there is no conflict. */
  readonly fields: readonly (keyof AgentValues)[]
  readonly onClose: () => void
  readonly onReload: () => void
  readonly onKeep: () => void
}) {
  return (
    <Modal
      opened={fields.length > 0}
      onClose={onClose}
      title="Conflicting changes"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Text size="sm">Another user changed these fields while you were editing them:</Text>
        <Bullets>
          {fields.map((field) => (
            <li key={field}>{fieldWord(field)}</li>
          ))}
        </Bullets>
        <Text size="sm">
          Reload to discard your unsaved changes. Keep your changes to overwrite theirs in these fields. Their changes
          to other fields are kept.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onReload}>
            Reload
          </Button>
          <Button onClick={onKeep}>Keep my changes</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
