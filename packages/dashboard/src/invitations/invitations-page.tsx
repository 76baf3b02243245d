import { Button, Group, Text } from '@mantine/core'
import { acceptInvitation, declineInvitation } from '@messaging/contract/dashboard/invitations.ts'
import type { Invitation } from '@messaging/contract/dashboard/session.ts'
import { IconMail } from '@tabler/icons-react'
import { openOrganization } from '../api/organization.ts'
import { useAction } from '../api/use-action.ts'
import { useMe } from '../api/use-me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Page } from '../ui/page.tsx'
import { Panel } from '../ui/panel.tsx'
import { tell, tellError } from '../ui/tell.ts'
import { When } from '../ui/when.tsx'
import { words as ui } from '../ui/words.ts'
import { words } from './words.ts'

/** The invitations of the user. The emails link to this page. */
export function InvitationsPage() {
  return (
    <Page title={words.title} description={words.description}>
      <Loaded query={useMe()}>
        {({ invitations, user }) =>
          invitations.length === 0 ? (
            <EmptyState icon={IconMail} title={words.empty.title}>
              {words.empty.text(user.email)}
            </EmptyState>
          ) : (
            invitations.map((invitation) => <InvitationPanel key={invitation.id} invitation={invitation} />)
          )
        }
      </Loaded>
    </Page>
  )
}

function InvitationPanel({ invitation }: { readonly invitation: Invitation }) {
  const { id, organizationName, role, invitedBy, expiresAt } = invitation
  const accepting = useAction(acceptInvitation, {
    onDone: (organization) => openOrganization(organization.id),
  })
  const declining = useAction(declineInvitation, { onDone: () => tell(words.declined) })
  const input = { params: { id } }
  return (
    <Panel title={organizationName}>
      <Text size="sm">
        {words.from(invitedBy)} {words.role(ui.roles.names[role])} {ui.roles.rights[role]}.
      </Text>
      <Text size="sm" c="dimmed" mb="md" component="div">
        {words.expires} <When at={expiresAt} />
      </Text>
      <Group gap="xs">
        <Button
          loading={accepting.isPending}
          onClick={() => accepting.mutate(input, { onError: tellError })}
          aria-label={words.acceptLabel(organizationName)}
        >
          {words.accept}
        </Button>
        <Button
          variant="default"
          loading={declining.isPending}
          onClick={() => declining.mutate(input, { onError: tellError })}
          aria-label={words.declineLabel(organizationName)}
        >
          {words.decline}
        </Button>
      </Group>
    </Panel>
  )
}
