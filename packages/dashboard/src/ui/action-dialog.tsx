import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Endpoint } from '@messaging/contract/endpoint.ts'
import type { ReactNode } from 'react'
import type { InputOf, ResultOf } from '../api/send.ts'
import { useAction } from '../api/use-action.ts'
import { Allowed } from './allowed.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { tell } from './tell.ts'

interface Confirmed<E extends Endpoint> {
  readonly endpoint: E
  readonly input: InputOf<E>
  readonly title: string
  /** The label of the confirm button. */
  readonly confirm: string
  readonly danger?: boolean
  /** The text that the user must type first. */
  readonly typed?: string
  /** The message after a success. */
  readonly done?: string
  readonly onDone?: (result: ResultOf<E>) => unknown
  /** The consequences of the action. */
  readonly children: ReactNode
}

/** Calls an endpoint after a confirmation. */
export function ActionDialog<E extends Endpoint>({
  endpoint,
  input,
  done,
  onDone,
  onClose,
  ...dialog
}: Confirmed<E> & { readonly opened: boolean; readonly onClose: () => void }) {
  const action = useAction(endpoint, {
    onDone: async (result) => {
      onClose()
      if (done !== undefined) tell(done)
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
