import { Button, Group, Text } from '@mantine/core'
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
        {isDirty ? 'Unsaved changes' : 'All changes saved'}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="sm" disabled={!isDirty || isSaving} onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" size="sm" disabled={!isDirty} loading={isSaving}>
          Save
        </Button>
      </Group>
    </div>
  )
}
