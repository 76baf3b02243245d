import { Button, type ButtonProps, Group, Modal, type ModalProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A modal dialog whose close button has a name. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
}

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
