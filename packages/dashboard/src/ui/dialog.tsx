import { Modal, type ModalProps } from '@mantine/core'

/** A modal dialog whose close button has a name. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
}
