import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { deployAgent } from '@messaging/contract/accounts.ts'
import type { BusinessNumber } from '@messaging/contract/phone-numbers.ts'
import * as v from 'valibot'
import { useAction } from '../api/use-action.ts'
import { AgentSelect } from '../numbers/agent-select.tsx'
import { Allowed } from '../ui/allowed.tsx'
import { FormError } from '../ui/form-error.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { tell } from '../ui/tell.ts'
import classes from './account-form.module.css'

const { agentId, phoneNumberId } = deployAgent.body.entries
const FIELDS = ['agentId', 'phoneNumberId']

const Deployment = v.object({
  agentId: v.pipe(v.string(), v.nonEmpty('Choose an agent.'), agentId),
  phoneNumberId: v.pipe(v.string(), v.nonEmpty('Choose a number.'), phoneNumberId),
})

/** Sets the default agent of one of an account's numbers. */
export function DeployAgentForm({
  accountId,
  numbers,
}: {
  readonly accountId: string
  readonly numbers: readonly BusinessNumber[]
}) {
  const form = useForm({
    initialValues: { agentId: '', phoneNumberId: numbers.length === 1 ? (numbers[0]?.id ?? '') : '' },
    validate: schemaResolver(Deployment, { sync: true }),
  })
  const deploying = useAction(deployAgent, {
    onDone: () => {
      tell('Agent deployed')
      form.reset()
    },
  })
  return (
    <Allowed endpoint={deployAgent}>
      <form
        noValidate
        className={classes.form}
        onSubmit={form.onSubmit((body) =>
          deploying.mutate(
            { params: { id: accountId }, body },
            { onError: (failure) => form.setErrors(fieldErrors(failure, FIELDS)) },
          ),
        )}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            The agent replies in new conversations on the number. To include existing conversations, open the number.
          </Text>
          <FormError error={deploying.error} fields={FIELDS} />
          <AgentSelect {...form.getInputProps('agentId')} value={form.values.agentId} />
          <NativeSelect
            label="Number"
            required
            data={[
              { value: '', label: 'Choose a number' },
              ...numbers.map(({ id, number, activeAgent }) => ({
                value: id,
                label: activeAgent ? `+${number} (currently ${activeAgent.name})` : `+${number}`,
              })),
            ]}
            {...form.getInputProps('phoneNumberId')}
          />
          <Group>
            <Button type="submit" loading={deploying.isPending}>
              Deploy agent
            </Button>
          </Group>
        </Stack>
      </form>
    </Allowed>
  )
}
