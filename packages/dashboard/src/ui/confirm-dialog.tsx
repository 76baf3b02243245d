import { Button, type ButtonProps, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { InputOf, ResultOf } from '../api/send.ts'
import { Allowed } from './allowed.tsx'
import { FormError } from './form-parts.tsx'
import { useAction } from './use-action.ts'

/** What is confirmed: `typed` is a text that the user must type first, such as the name of the deleted object. */
interface Confirmation {
  readonly title: string
  /** The label of the confirm button: the action, such as `Delete endpoint`. */
  readonly confirm: string
  readonly danger?: boolean
  readonly typed?: string
  /** Whether there is nothing to do, so that it cannot be confirmed. */
  readonly isEmpty?: boolean
  /** The consequences of the action. */
  readonly children: ReactNode
}

interface Opened {
  readonly opened: boolean
  readonly onClose: () => void
}

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
}: Confirmation & Opened & { readonly onConfirm: () => void; readonly isPending: boolean; readonly error?: unknown }) {
  const [text, setText] = useState('')
  const isConfirmed = typed === undefined || text.trim() === typed
  return (
    <Modal opened={opened} onClose={onClose} onExitTransitionEnd={() => setText('')} title={title}>
      <Stack>
        <Text component="div">{children}</Text>
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
    </Modal>
  )
}

interface Confirmed<E extends Endpoint> extends Confirmation {
  readonly endpoint: E
  readonly input: InputOf<E>
  /** The message after a success. */
  readonly done?: string
  readonly onDone?: (result: ResultOf<E>) => unknown
}

/** Calls an endpoint after a confirmation. */
export function ActionDialog<E extends Endpoint>({
  endpoint,
  input,
  done,
  onDone,
  onClose,
  ...dialog
}: Confirmed<E> & Opened) {
  const action = useAction(endpoint, {
    done,
    onDone: async (result) => {
      onClose()
      await onDone?.(result)
    },
  })
  return (
    <ConfirmDialog
      {...dialog}
      onClose={() => {
        onClose()
        action.reset()
      }}
      onConfirm={() => action.mutate(input)}
      isPending={action.isPending}
      error={action.error}
    />
  )
}

/** A button that calls an endpoint after a confirmation. Disabled for roles that may not call it. */
export function ActionButton<E extends Endpoint>({
  button: { label, ...button },
  ...confirmed
}: Confirmed<E> & {
  readonly button: Pick<ButtonProps, 'size' | 'leftSection' | 'disabled'> & {
    readonly label: string
    /** The label with the name of the object, for a row of a table. */
    readonly 'aria-label'?: string
    readonly title?: string
    readonly variant?: 'default' | 'filled'
  }
}) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <Allowed endpoint={confirmed.endpoint}>
        <Button variant="default" {...button} onClick={open}>
          {label}
        </Button>
      </Allowed>
      <ActionDialog {...confirmed} opened={isOpen} onClose={close} />
    </>
  )
}

/** Asks for confirmation before leaving a page with unsaved changes. Views of the same page do not count as leaving. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname && next.pathname !== '/sign-in',
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Discard changes?"
      confirm="Discard"
      danger
      onConfirm={() => blocker.proceed?.()}
      isPending={false}
    >
      <Text>Your unsaved changes on this page will be lost.</Text>
    </ConfirmDialog>
  )
}
