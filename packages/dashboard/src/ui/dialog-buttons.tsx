import { Button, type ButtonProps, Group } from '@mantine/core'
import type { ComponentProps } from 'react'

/** The buttons at the end of a dialog. The props are those of the button that confirms. */
export function DialogButtons({
  onCancel,
  ...confirm
}: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly onCancel: () => void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button {...confirm} />
    </Group>
  )
}
