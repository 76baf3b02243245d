import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { FormError } from './form-error.tsx'

/** Asks for confirmation of an action that is irreversible or affects others. Stays open while it runs or fails. */
export function ConfirmDialog({
  opened,
  onClose,
  title,
  children,
  confirm,
  danger = false,
  typed,
  isEmpty = false,
  onConfirm,
  isPending,
  error,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** The label of the confirm button: the action, such as `Delete endpoint`. */
  readonly confirm: string
  readonly danger?: boolean
  /** The text that the user must type first, such as the name of the deleted object. */
  readonly typed?: string
  /** Whether there is nothing to do, so that it cannot be confirmed. */
  readonly isEmpty?: boolean
  readonly onConfirm: () => void
  readonly isPending: boolean
  readonly error?: unknown
}) {
  const [text, setText] = useState('')
  const isConfirmed = typed === undefined || text.trim() === typed
  return (
    <Dialog opened={opened} onClose={onClose} onExitTransitionEnd={() => setText('')} title={title}>
      <Stack>
        <Text size="sm" component="div">
          {children}
        </Text>
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
          <Button
            color={danger ? 'red' : undefined}
            disabled={!isConfirmed || isEmpty}
            loading={isPending}
            onClick={onConfirm}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
