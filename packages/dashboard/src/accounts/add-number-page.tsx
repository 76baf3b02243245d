import { NativeSelect, TextInput } from '@mantine/core'
import { type AvailableNumber, addNumber, getAccount, listAvailableNumbers } from '@replywright/contract/accounts.ts'
import { IconPhoneOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import * as v from 'valibot'
import { read, readList } from '../api/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { EndpointForm, useEndpointForm } from '../ui/endpoint-form.tsx'
import { FormSkeleton, Loaded, Page } from '../ui/page.tsx'
import { usePhoneText } from '../ui/phone-text.ts'
import { useAction } from '../ui/use-action.ts'

const route = getRouteApi('/shell/accounts/$id/add-number')

const Addition = v.object({
  ...addNumber.body.entries,
  id: v.pipe(v.string(), v.nonEmpty('Choose a number.'), addNumber.body.entries.id),
})

export function AddNumberPage() {
  const { id } = route.useParams()
  const account = useQuery(read(getAccount, { params: { id } }))
  const available = useQuery(readList(listAvailableNumbers, {}))
  const name = account.data?.name ?? 'Account'
  return (
    <Page
      title="Add number"
      description="Registers an available number at the provider under this account."
      crumbs={[
        { label: 'Accounts', link: { to: '/accounts' } },
        { label: name, link: { to: '/accounts/$id', params: { id } } },
      ]}
    >
      <Loaded query={account} skeleton={<FormSkeleton fields={3} />}>
        {() => (
          <Loaded query={available}>
            {(numbers) =>
              numbers.length === 0 ? <NoNumbersAvailable /> : <AddNumberForm accountId={id} numbers={numbers} />
            }
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}

function AddNumberForm({
  accountId,
  numbers,
}: {
  readonly accountId: string
  readonly numbers: readonly AvailableNumber[]
}) {
  const phoneText = usePhoneText()
  const navigate = useNavigate()
  const adding = useAction(addNumber, {
    done: 'Number added',
    onDone: () => void navigate({ to: '/accounts/$id', params: { id: accountId } }),
  })
  const form = useEndpointForm(adding, {
    initial: { id: '', name: '' },
    rules: Addition,
    inputOf: (body) => ({ params: { id: accountId }, body }),
  })
  return (
    <EndpointForm
      form={form}
      endpoint={addNumber}
      width="narrow"
      label="Add number"
      cancel={{ to: '/accounts/$id', params: { id: accountId } }}
    >
      <NativeSelect
        label="Number"
        required
        data={[
          { value: '', label: 'Choose a number' },
          ...numbers.map(({ id, phoneNumber }) => ({ value: id, label: phoneText(phoneNumber) })),
        ]}
        {...form.getInputProps('id')}
      />
      <TextInput
        label="Name"
        description="Shown to customers and reviewed by the provider. Use the name of the business."
        required
        {...form.getInputProps('name')}
      />
    </EndpointForm>
  )
}

function NoNumbersAvailable() {
  return (
    <EmptyState icon={IconPhoneOff} title="No numbers available">
      An operator adds numbers with npm run ops -- numbers add. To use a number that you already have at the provider,
      connect its account with a connection link.
    </EmptyState>
  )
}
