/**
 * The script of the page: shows the entries of the contents whose operation, event or schema contains all typed words. Without
 * scripts, the page has no search field.
 */
export const SEARCH = `
const field = document.getElementById('search')
const entries = [...document.querySelectorAll('nav li li')].map((entry) => {
  const { hash } = entry.querySelector('a')
  const target = document.getElementById(decodeURIComponent(hash.slice(1)))
  return { entry, text: (entry.textContent + ' ' + (target ? target.textContent : '')).toLowerCase() }
})
field.hidden = false
field.addEventListener('input', () => {
  const words = field.value.toLowerCase().split(/\\s+/)
  for (const { entry, text } of entries) entry.hidden = !words.every((word) => text.includes(word))
})
`
