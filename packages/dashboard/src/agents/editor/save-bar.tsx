import { Button, Group, Text } from '@mantine/core'
import { words } from '../words.ts'
import classes from './save-bar.module.css'

/** The save and discard buttons. They stay visible while there are unsaved changes. */
export function SaveBar({
  isDirty,
  isSaving,
  onDiscard,
}: {
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly onDiscard: () => void
}) {
  return (
    <div className={classes.bar} data-dirty={isDirty || undefined}>
      <Text size="sm" role="status">
        {isDirty ? words.saveBar.unsavedChanges : words.saveBar.allChangesSaved}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="sm" disabled={!isDirty || isSaving} onClick={onDiscard}>
          {words.saveBar.discard}
        </Button>
        <Button type="submit" size="sm" disabled={!isDirty} loading={isSaving}>
          {words.saveBar.save}
        </Button>
      </Group>
    </div>
  )
}
