import { Text } from '@mantine/core'
import { Bullets } from '../ui/bullets.tsx'
import { Panel } from '../ui/panel.tsx'

/** What the sandbox number is for, in the place where other numbers can be routed. */
export function SandboxPanel() {
  return (
    <Panel title="What it is for">
      <Text size="sm" mb="xs">
        Every organisation has one sandbox number. Agents can be tried on it before customers meet them: nothing is sent
        to a phone, and nothing is paid to the provider.
      </Text>
      <Bullets>
        <li>
          A conversation on it is connected to an agent by the message <code>/connect:&lt;agent id&gt;</code>. The “Try
          it” phone of an agent does that for you.
        </li>
        <li>Its routing cannot be changed, nor can that of its conversations.</li>
        <li>
          Endpoints that listen to it get <code>message.received</code>, and no other event.
        </li>
      </Bullets>
    </Panel>
  )
}
