import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormError } from './form-error.tsx'

/** Asks before something is done that cannot be taken back, or that others notice. Stays open while it is done, or fails. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  danger = false,
  typed,
  onConfirm,
  isPending,
  error,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** What the button says: the act itself, such as `Delete endpoint`. */
  readonly confirm: string
  readonly danger?: boolean
  /** What has to be typed first, such as the name of what goes. */
  readonly typed?: string
  readonly onConfirm: () => void
  readonly isPending: boolean
  readonly error?: unknown
}) {
  const [text, setText] = useState('')
  const isConfirmed = typed === undefined || text.trim() === typed
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={() => setText('')}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <div>{children}</div>
        {typed !== undefined && (
          <TextInput
            label={
              <>
                Type <strong>{typed}</strong> to confirm
              </>
            }
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <FormError error={error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color={danger ? 'red' : undefined} disabled={!isConfirmed} loading={isPending} onClick={onConfirm}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
