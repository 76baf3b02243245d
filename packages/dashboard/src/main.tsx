import './ui/mantine.css'
import './ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/query-client.ts'
import { session } from './api/session.ts'
import { routeTree } from './routes.ts'
import { forgetPages } from './shell/palette/recent-pages.ts'
import { parseSearch, stringifySearch } from './shell/search.ts'
import { keepLayout, RouteError } from './shell/trouble.tsx'
import { focusInvalid, keepFocus } from './ui/focus.ts'
import { rememberSearch } from './ui/last-search.ts'
import { Notices } from './ui/notices.tsx'
import { theme } from './ui/theme.ts'

keepLayout(routeTree)

const router = createRouter({
  routeTree,
  defaultErrorComponent: RouteError,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // The page of another resource must not keep the state of the previous one, such as a secret.
  defaultRemountDeps: ({ params }) => params,
  // A chat keeps its end in view, also when its composer changes with the address.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/conversations/'),
})

session.subscribe(() => session.state() === 'signed-out' && forgetPages())
// Breadcrumbs lead back to a list as it was.
router.subscribe('onResolved', ({ toLocation }) => rememberSearch(toLocation.pathname, toLocation.search))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

function render() {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
        <QueryClientProvider client={queryClient}>
          <Notices />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}

keepFocus()
focusInvalid()
// Until the first page is loaded, index.html shows the static shell. This module must not await it: the page imports it.
void router.load().finally(render)
