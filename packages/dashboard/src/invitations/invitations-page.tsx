import { Button, Group, Text } from '@mantine/core'
import { acceptShare, leaveShare } from '@replywright/contract/dashboard/agents.ts'
import { acceptInvitation, declineInvitation } from '@replywright/contract/dashboard/members.ts'
import type { Invitation, PendingShare } from '@replywright/contract/dashboard/session.ts'
import { IconMail } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { openOrganization } from '../api/organization.ts'
import { useMe } from '../api/use-me.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded, Page, Panel } from '../ui/page.tsx'
import { ROLE_NAMES, ROLE_TEXTS } from '../ui/role-texts.ts'
import { useAction } from '../ui/use-action.ts'
import { When } from '../ui/when.tsx'

/** The invitations of the user. The emails link to this page. */
export function InvitationsPage() {
  return (
    <Page
      title="Invitations"
      description="Organisations that invited you, and agents that others want to share with you."
    >
      <Loaded query={useMe()}>
        {({ invitations, shares, user }) =>
          invitations.length + shares.length === 0 ? (
            <EmptyState icon={IconMail} title="No invitations">
              There is no invitation for {user.email}. It was answered or withdrawn, it expired, or it is for another
              address.
            </EmptyState>
          ) : (
            <>
              {invitations.map((invitation) => (
                <InvitationPanel key={invitation.id} invitation={invitation} />
              ))}
              {shares.map((share) => (
                <SharePanel key={share.agentId} share={share} />
              ))}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function InvitationPanel({ invitation }: { readonly invitation: Invitation }) {
  const { id, organizationName, role, invitedBy, expiresAt } = invitation
  const accepting = useAction(acceptInvitation, { onDone: (organization) => openOrganization(organization.id) })
  const declining = useAction(declineInvitation, { done: 'Invitation declined' })
  const input = { params: { id } }
  return (
    <Panel title={organizationName}>
      <Text>
        {invitedBy === '' ? '' : `Invited by ${invitedBy}.`} Your role: {ROLE_NAMES[role]} (
        {lowerFirst(ROLE_TEXTS[role])}).
      </Text>
      <Text c="dimmed" mb="md" component="div">
        Expires <When at={expiresAt} />
      </Text>
      <Answer
        to={`the invitation to ${organizationName}`}
        accepting={accepting.isPending}
        declining={declining.isPending}
        onAccept={() => accepting.run(input)}
        onDecline={() => declining.run(input)}
      />
    </Panel>
  )
}

function SharePanel({ share }: { readonly share: PendingShare }) {
  const { agentId: id, agentName, organizationName, sharedBy, expiresAt } = share
  const navigate = useNavigate()
  const accepting = useAction(acceptShare, {
    done: `You can see ${agentName} now`,
    onDone: () => navigate({ to: '/agents/$id', params: { id } }),
  })
  const declining = useAction(leaveShare, { done: 'Share declined' })
  const input = { params: { id } }
  return (
    <Panel title={agentName}>
      <Text>
        An agent of <bdi>{organizationName}</bdi>
        {sharedBy === '' ? '' : `, shared by ${sharedBy}`}. If you accept, you can see it but not change it. It is
        listed after your own agents, and you can leave it at any time.
      </Text>
      <Text c="dimmed" mb="md" component="div">
        Expires <When at={expiresAt} />
      </Text>
      <Answer
        to={`the agent ${agentName}`}
        accepting={accepting.isPending}
        declining={declining.isPending}
        onAccept={() => accepting.run(input)}
        onDecline={() => declining.run(input)}
      />
    </Panel>
  )
}

/** The two answers. `to` names what is answered, for screen readers. */
function Answer({
  to,
  accepting,
  declining,
  onAccept,
  onDecline,
}: {
  readonly to: string
  readonly accepting: boolean
  readonly declining: boolean
  readonly onAccept: () => void
  readonly onDecline: () => void
}) {
  return (
    <Group gap="xs">
      <Button loading={accepting} onClick={onAccept} aria-label={`Accept ${to}`}>
        Accept
      </Button>
      <Button variant="default" loading={declining} onClick={onDecline} aria-label={`Decline ${to}`}>
        Decline
      </Button>
    </Group>
  )
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
