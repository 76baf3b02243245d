import { Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Conversation, getConversation, routeConversation } from '@messaging/contract/conversations.ts'
import type { ConversationDetails } from '@messaging/contract/dashboard/conversations.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.ts'
import { useAction } from '../../api/use-action.ts'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { fieldErrors } from '../../ui/form-errors.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { tell } from '../../ui/tell.ts'
import { RoutingFields } from './routing-fields.tsx'
import { type RoutingValues, routingInput, validateRouting } from './routing-values.ts'

const FIELDS = ['mode', 'agentId', 'webhookId'] as const

/** Overrides the number's default routing for one conversation. */
export function RoutingDialog({
  opened,
  onClose,
  details,
}: {
  readonly opened: boolean
  readonly onClose: () => void
  readonly details: ConversationDetails
}) {
  const query = useQuery({ ...read(getConversation, { params: { id: details.id } }), enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title="Change routing">
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ routing }) => <RoutingForm key={String(routing)} routing={routing} details={details} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function RoutingForm({
  routing,
  details,
  onClose,
}: {
  readonly routing: Conversation['routing']
  readonly details: ConversationDetails
  readonly onClose: () => void
}) {
  const { agent, webhook } = details.effectiveRoute
  const form = useForm<RoutingValues>({
    initialValues: { mode: routing ?? 'inherit', agentId: agent?.id ?? '', webhookId: webhook?.id ?? '' },
    validate: validateRouting,
  })
  const changing = useAction(routeConversation, {
    onDone: () => {
      tell('Routing changed')
      onClose()
    },
  })
  const submit = form.onSubmit((values) =>
    changing.mutate(
      { params: { id: details.id }, body: routingInput(values, agent?.id) },
      { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) },
    ),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <FormError error={changing.error} fields={FIELDS} />
        <RoutingFields form={form} agent={agent} webhook={webhook} />
        <DialogButtons onCancel={onClose} type="submit" loading={changing.isPending}>
          Change routing
        </DialogButtons>
      </Stack>
    </form>
  )
}
