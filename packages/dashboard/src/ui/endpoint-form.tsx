import { Button, Group, Stack } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import type { Endpoint } from '@replywright/contract/endpoint.ts'
import type { LinkProps } from '@tanstack/react-router'
import type { FormEvent, ReactNode } from 'react'
import type { GenericSchema } from 'valibot'
import { Allowed } from './allowed.tsx'
import { fieldErrors, sentences } from './form-errors.ts'
import { DialogButtons, FormError } from './form-parts.tsx'
import { LinkButton } from './link-button.tsx'

const WIDTHS = { narrow: '36rem', wide: '40rem' }

/** What sends the values, such as the mutation of `useAction`. */
interface Action<Input> {
  readonly isPending: boolean
  readonly error: unknown
  readonly mutate: (input: Input, options: { readonly onError: (error: unknown) => void }) => void
}

/** The properties of a form whose page saves the values. */
export interface SavedFormProps<Values> {
  /** The label of the submit button. */
  readonly submit: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onSubmit: (values: Values, onError: (error: unknown) => void) => void
}

/**
 * Returns a form that an action sends. Its fields are those of `initial`; errors of the service are shown at them. `rules` is the
 * schema of the values, or returns their errors by field.
 */
export function useEndpointForm<Values extends object, Input>(
  { isPending, error, mutate }: Action<Input>,
  {
    initial,
    rules,
    inputOf,
    errorsOf = fieldErrors,
  }: {
    readonly initial: Values
    readonly rules: GenericSchema | ((values: Values) => Record<string, ReactNode>)
    readonly inputOf: (values: Values) => Input
    readonly errorsOf?: (error: unknown, fields: readonly string[], values: Values) => Record<string, ReactNode>
  },
) {
  const check = typeof rules === 'function' ? rules : schemaResolver(rules, { sync: true })
  const form = useForm<Values>({ initialValues: initial, validate: (values) => sentences(check(values)) })
  const fields = Object.keys(initial)
  const send = form.onSubmit((values) =>
    mutate(inputOf(values), { onError: (failure) => form.setErrors(errorsOf(failure, fields, values)) }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // A dialog's events also reach the form that contains the dialog's component.
    event.stopPropagation()
    send(event)
  }
  return { ...form, fields, isPending, error, submit }
}

/** The fields of a form and its buttons. `onCancel` is set in a dialog, `endpoint` if roles lack the right to call it. */
export function EndpointForm({
  form: { fields, isPending, error, submit },
  endpoint,
  label,
  width,
  isDisabled = false,
  danger = false,
  cancel,
  after,
  onCancel,
  children,
}: {
  readonly form: Pick<ReturnType<typeof useEndpointForm>, 'fields' | 'isPending' | 'error' | 'submit'>
  readonly endpoint?: Pick<Endpoint, 'role'>
  /** The label of the submit button. */
  readonly label: string
  readonly width?: keyof typeof WIDTHS
  /** Whether the values cannot be sent yet. */
  readonly isDisabled?: boolean
  readonly danger?: boolean
  /** The page of the cancel button. */
  readonly cancel?: Pick<LinkProps, 'to' | 'params' | 'search'>
  /** What follows the submit button. */
  readonly after?: ReactNode
  readonly onCancel?: () => void
  readonly children: ReactNode
}) {
  const confirm = {
    type: 'submit',
    loading: isPending,
    disabled: isDisabled,
    color: danger ? 'red' : undefined,
    children: label,
  } as const
  const content = (
    <form noValidate onSubmit={submit}>
      <Stack maw={width && WIDTHS[width]}>
        <FormError error={error} fields={fields} />
        {children}
        {onCancel ? (
          <DialogButtons onCancel={onCancel} {...confirm} />
        ) : width ? (
          <Group gap="xs">
            <Button {...confirm} />
            {cancel && (
              <LinkButton {...cancel} variant="default">
                Cancel
              </LinkButton>
            )}
          </Group>
        ) : (
          <>
            <Button {...confirm} />
            {after}
          </>
        )}
      </Stack>
    </form>
  )
  return endpoint ? <Allowed endpoint={endpoint}>{content}</Allowed> : content
}
