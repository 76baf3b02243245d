import { Button, Group, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type Agent, ShareInput, shareAgent, unshareAgent } from '@replywright/contract/agents.ts'
import { type AgentShare, listAgentShares } from '@replywright/contract/dashboard/agents.ts'
import { SHARE_DAYS } from '@replywright/contract/share-limits.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../api/call.ts'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { actions, type Column, DataTable } from '../ui/data-table.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { fieldErrors } from '../ui/form-errors.ts'
import { FormError } from '../ui/form-parts.tsx'
import { Loaded, Panel } from '../ui/page.tsx'
import { PhoneNumber } from '../ui/text.tsx'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

/** The agent's link and numbers, and sharing it with other users. */
export function SharingSection({ agent, isReadOnly }: { readonly agent: Agent; readonly isReadOnly: boolean }) {
  const { connectUrl, phoneNumbers, createdAt } = agent
  return (
    <>
      <Panel title="Contact details">
        <Facts>
          <Fact name="Customer link">
            {phoneNumbers.length === 0 ? (
              <Link to="/numbers">Connect a number to get a link</Link>
            ) : (
              <>
                <a href={connectUrl} target="_blank" rel="noreferrer">
                  {connectUrl}
                </a>{' '}
                <CopyButton value={connectUrl} label="link" />
              </>
            )}
          </Fact>
          <Fact name="Numbers">
            {phoneNumbers.length === 0
              ? 'None'
              : phoneNumbers.map(({ phoneNumber }) => (
                  <div key={phoneNumber}>
                    <Link to="/numbers/$number" params={{ number: phoneNumber }}>
                      <PhoneNumber number={phoneNumber} />
                    </Link>
                  </div>
                ))}
          </Fact>
          <Fact name="Created">
            <When at={createdAt} />
          </Fact>
        </Facts>
      </Panel>
      {!isReadOnly && <SharePanel agent={agent} />}
    </>
  )
}

const FIELDS = ['email'] as const

function SharePanel({ agent }: { readonly agent: Agent }) {
  const { id, name } = agent
  const form = useForm<ShareInput>({
    initialValues: { email: '' },
    validate: schemaResolver(ShareInput, { sync: true }),
  })
  const sharing = useAction(shareAgent, {
    done: (_, { body }) => `${name} is shared with ${body.email} when they accept`,
    onDone: () => form.setValues({ email: '' }),
  })
  const share = form.onSubmit((body) =>
    sharing.mutate({ params: { id }, body }, { onError: (error) => form.setErrors(fieldErrors(error, FIELDS)) }),
  )
  return (
    <Panel title="Sharing">
      <FormError error={sharing.error} fields={FIELDS} />
      <Group gap="xs" align="start" mt="xs">
        <TextInput
          flex={1}
          miw="12rem"
          label="Email address"
          description="A user of any organisation on this service. After they accept, they can view the agent but not change it."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            share()
          }}
        />
        <Button variant="default" mt="1.55rem" loading={sharing.isPending} onClick={() => share()}>
          Share
        </Button>
      </Group>
      <SharesList agent={agent} />
    </Panel>
  )
}

/** The addresses with which the agent is shared, with a button that ends each share. */
function SharesList({ agent: { id, name } }: { readonly agent: Agent }) {
  const columns: readonly Column<AgentShare>[] = [
    { title: 'Address', unlabelled: true, render: ({ email }) => email },
    { title: 'Status', render: ({ accepted }) => (accepted ? 'Accepted' : 'Pending') },
    { title: 'Since', render: ({ createdAt }) => <When at={createdAt} /> },
    actions((share) => (
      <ActionButton
        button={{ label: 'Stop sharing', 'aria-label': `Stop sharing with ${share.email}`, size: 'compact-xs' }}
        endpoint={unshareAgent}
        input={{ params: { id }, body: { email: share.email } }}
        title={`Stop sharing with ${share.email}?`}
        confirm="Stop sharing"
        danger
        done={`${name} is no longer shared with ${share.email}`}
      >
        {share.accepted ? (
          <>
            They can no longer see <bdi>{name}</bdi>. You can share it again.
          </>
        ) : (
          `They can no longer accept. Without an answer, the share ends after ${SHARE_DAYS} days.`
        )}
      </ActionButton>
    )),
  ]
  return (
    <Loaded query={useQuery(read(listAgentShares, { params: { id } }))}>
      {(shares) =>
        shares.length > 0 && (
          <DataTable
            label="Addresses that this agent is shared with"
            columns={columns}
            rows={shares}
            rowKey={({ email }) => email}
          />
        )
      }
    </Loaded>
  )
}
