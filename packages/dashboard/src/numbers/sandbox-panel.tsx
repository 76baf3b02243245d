import { Text } from '@mantine/core'
import { Bullets } from '../ui/bullets.tsx'
import { Panel } from '../ui/panel.tsx'

/** Explains the sandbox number. Shown instead of the routing form. */
export function SandboxPanel() {
  return (
    <Panel title="About the sandbox">
      <Text size="sm" mb="xs">
        Every organisation has one sandbox number for trying agents. Messages are not sent to a phone and cost nothing
        at the provider.
      </Text>
      <Bullets>
        <li>
          {
            'The message /connect:<agent id> connects a conversation to an agent. “Try agent” on an agent’s page does this for you.'
          }
        </li>
        <li>The routing of the number and its conversations cannot be changed.</li>
        <li>Endpoints subscribed to the number receive only message.received.</li>
      </Bullets>
    </Panel>
  )
}
