import { Alert, Button, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { type Agent, getAgent, replaceAgent } from '@replywright/contract/agents.ts'
import { leaveShare } from '@replywright/contract/dashboard/agents.ts'
import { IconDeviceMobileMessage, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type Revised, readRevised } from '../api/call.ts'
import { useMay, useMe } from '../api/use-me.ts'
import { AnswerOnNumber } from '../numbers/answer-button.tsx'
import { ActionButton } from '../ui/confirm-dialog.tsx'
import { CopyId } from '../ui/facts.tsx'
import { FormSkeleton, Loaded, Page } from '../ui/page.tsx'
import classes from './agent.module.css'
import { AgentActions } from './agent-actions.tsx'
import { AgentStatus } from './agent-status.tsx'
import { isReading } from './documents/document-words.ts'
import { AgentEditor, useAgentPageEditor } from './editor/agent-editor.tsx'
import { Phone } from './try/phone.tsx'

const route = getRouteApi('/shell/agents/$id')
const POLL_MS = 2_000
const IS_WIDE = '(min-width: 75em)'

export function AgentPage() {
  const { id } = route.useParams()
  const { data: me } = useMe()
  const query = useQuery({
    ...readRevised(getAgent, { params: { id } }),
    refetchInterval: ({ state }) => isReading(state.data?.resource) && POLL_MS,
  })
  const agent = query.data?.resource
  const isShared = !!me && !!agent && agent.organization !== null && agent.organization.id !== me.organization.id
  const mayChange = useMay(replaceAgent)
  const isReadOnly = isShared || !mayChange
  const [isTrying, { open, close }] = useDisclosure()
  const isWide = useMediaQuery(IS_WIDE, false, { getInitialValueInEffect: false })
  const isTriable = !isReadOnly && me !== undefined
  return (
    <Page
      title={agent?.name ?? 'Agent'}
      badge={agent && <AgentStatus agent={agent} />}
      description={<CopyId id={id} label="agent ID" />}
      crumbs={[{ label: 'Agents', link: { to: '/agents' } }]}
      actions={
        agent && (
          <>
            {isTriable && !isWide && (
              <Button variant="default" leftSection={<IconDeviceMobileMessage size={16} aria-hidden />} onClick={open}>
                Try agent
              </Button>
            )}
            {!isReadOnly && agent.phoneNumbers.length === 0 && <AnswerOnNumber agent={agent} />}
            {!isReadOnly && <AgentActions agent={agent} />}
            {isShared && <LeaveShare agent={agent} />}
          </>
        )
      }
    >
      <Loaded query={query} skeleton={<FormSkeleton fields={6} />}>
        {(data) => (
          <EditedAgent
            revised={data}
            isReadOnly={isReadOnly}
            isShared={isShared}
            isBeside={isTriable && isWide}
            isTrying={isTrying && !isWide}
            onTried={close}
          />
        )}
      </Loaded>
    </Page>
  )
}

function LeaveShare({ agent: { id, name } }: { readonly agent: Agent }) {
  const navigate = useNavigate()
  return (
    <ActionButton
      button={{ label: 'Leave agent' }}
      endpoint={leaveShare}
      input={{ params: { id } }}
      title={`Leave ${name}?`}
      confirm="Leave agent"
      danger
      done={`${name} is not shared with you any more`}
      onDone={() => navigate({ to: '/agents' })}
    >
      You can no longer see <bdi>{name}</bdi>. Its organisation can share it with you again.
    </ActionButton>
  )
}

function EditedAgent({
  revised,
  isReadOnly,
  isShared,
  isBeside,
  isTrying,
  onTried,
}: {
  readonly revised: Revised<Agent>
  readonly isReadOnly: boolean
  /** Whether the agent belongs to another organisation. */
  readonly isShared: boolean
  /** Whether the phone is shown beside the editor. Otherwise it overlays the editor while `isTrying`. */
  readonly isBeside: boolean
  readonly isTrying: boolean
  readonly onTried: () => void
}) {
  const { section } = route.useSearch()
  const agent = revised.resource
  const editor = useAgentPageEditor(revised, isReadOnly)
  return (
    <div className={classes.page}>
      <div className={classes.editor}>
        {isShared && (
          <Alert color="gray" icon={<IconEye aria-hidden />} mb="md">
            {agent.organization?.name ?? ''} shares this agent with you. You can view it but not change it.
          </Alert>
        )}
        <AgentEditor agent={agent} section={section} isReadOnly={isReadOnly} isShared={isShared} editor={editor} />
      </div>
      {isBeside && (
        <div className={classes.phone}>
          <Phone agent={agent} draft={editor.draft} isUnsaved={editor.isDirty} />
        </div>
      )}
      <Drawer.Root opened={isTrying} onClose={onTried} position="right" size="25rem" padding={0} lockScroll={false}>
        <Drawer.Overlay />
        <Drawer.Content aria-label={`Try ${agent.name}`}>
          <Drawer.Body>
            <Phone agent={agent} draft={editor.draft} isUnsaved={editor.isDirty} onClose={onTried} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  )
}
