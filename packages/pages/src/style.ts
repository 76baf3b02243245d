/** The style sheet of the reference and the guides. The pages' content security policy contains its hash. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: #1c2430; --soft: #55606f; --line: #d9dee5; --ground: #fff; --sunken: #f4f6f9; --accent: #0b57a4;
  --get: #0b6b3a; --post: #0b57a4; --put: #8a4b00; --patch: #6b3fa0; --delete: #a8201a;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e4e8ee; --soft: #a3adba; --line: #333c48; --ground: #12161c; --sunken: #1b212a; --accent: #7fb8f5;
    --get: #6fd49a; --post: #7fb8f5; --put: #f0b26b; --patch: #c4a3f0; --delete: #f49a94;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; color: var(--text); background: var(--ground);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr);
  grid-template-areas: "header header" "nav main";
}
header {
  grid-area: header; display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: baseline; justify-content: space-between;
  padding: .75rem 1.5rem; border-bottom: 1px solid var(--line);
}
header p { margin: 0; color: var(--soft); }
header .title { color: var(--text); font-weight: 650; }
nav {
  grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
  padding: 1rem .5rem 2rem 1.5rem; border-right: 1px solid var(--line); font-size: .9rem;
}
nav ul { list-style: none; margin: 0; padding: 0; }
nav > ul > li { margin-bottom: .6rem; }
nav > ul > li > a { color: var(--text); font-weight: 600; }
nav ul ul a { color: var(--soft); }
nav input { width: 100%; margin: 0 0 .5rem; padding: .3rem .5rem; font: inherit; color: inherit; background: var(--sunken); border: 1px solid var(--line); border-radius: .3rem; }
nav a { display: block; padding: .12rem .4rem; border-radius: .3rem; text-decoration: none; }
nav a:hover { background: var(--sunken); color: var(--accent); }
main { grid-area: main; padding: 1rem 2rem 4rem; max-width: 60rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, pre:focus-visible, .table:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: .5rem; top: .5rem; padding: .5rem 1rem; background: var(--ground); z-index: 1; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .5rem 0 1rem; }
h2 { font-size: 1.45rem; margin: 0 0 .5rem; }
h3 { font-size: 1.15rem; margin: 0 0 .4rem; overflow-wrap: anywhere; }
dl + h3, p + h3 { margin-top: 1.6rem; }
h4 { font-size: .95rem; margin: 1.4rem 0 .3rem; }
h2 a, h3 a, h4 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover, h4 a:hover { text-decoration: underline; }
section { padding-top: 1rem; margin-bottom: 3rem; }
section + section { border-top: 3px solid var(--line); padding-top: 2rem; }
article { padding: 1.5rem 0; border-top: 1px solid var(--line); }
p { margin: .4rem 0; max-width: 46rem; }
code, pre { font: .88em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
p code, dd code, li code { background: var(--sunken); padding: .08em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--sunken); border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1rem; overflow-x: auto; margin: .4rem 0; }
.call { overflow-wrap: anywhere; }
.call code { background: none; padding: 0; font-size: .95em; }
.method { display: inline-block; min-width: 4.2em; font-weight: 700; font-size: .8rem; letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put { color: var(--put); }
.patch { color: var(--patch); } .delete { color: var(--delete); }
.permission, .limits, .type, .errors { color: var(--soft); font-size: .9rem; font-weight: 400; }
.required { color: var(--delete); font-size: .82rem; }
.deprecated { color: var(--put); font-size: .82rem; }
.errors a { margin-right: .5em; }
.fields { margin: .3rem 0; border-top: 1px solid var(--line); }
.fields dt { padding-top: .55rem; overflow-wrap: anywhere; }
.fields dt > code { font-weight: 650; }
.fields dd { margin: 0; padding-bottom: .55rem; border-bottom: 1px solid var(--line); }
.fields dd p { margin: .1rem 0; font-size: .95rem; }
.fields .fields { margin-left: 1rem; border-top: 0; }
.fields .fields dd:last-child { border-bottom: 0; padding-bottom: 0; }
.guide h2 { margin-top: 2.2rem; }
.guide h3 { margin-top: 1.6rem; }
.guide li { margin: .25rem 0; max-width: 46rem; }
.table { overflow-x: auto; margin: .8rem 0; }
table { border-collapse: collapse; font-size: .95rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .9rem .4rem 0; border-bottom: 1px solid var(--line); }
td code { background: var(--sunken); padding: .08em .3em; border-radius: .25rem; }
nav [aria-current] { color: var(--accent); }
details { margin: .4rem 0; }
summary { cursor: pointer; color: var(--accent); }
section:target > h2, article:target > h3, article:target > div > h3 { color: var(--accent); }
@media (min-width: 90rem) {
  main { max-width: 92rem; }
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 34rem); gap: 0 3rem; align-items: start; }
  .example { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
  .example h4:first-child { margin-top: .2rem; }
}
@media (max-width: 52rem) {
  body { display: block; }
  header { padding: .75rem 1rem; }
  nav { position: static; max-height: none; border-right: 0; border-bottom: 1px solid var(--line); padding: .75rem 1rem; }
  nav > ul { display: flex; flex-wrap: wrap; gap: .15rem .3rem; }
  nav > ul > li { margin: 0; }
  nav > ul > li > a { font-weight: 500; color: var(--accent); padding: .3rem .5rem; background: var(--sunken); }
  nav ul ul { display: none; }
  main { padding: .5rem 1rem 3rem; }
  h1 { font-size: 1.55rem; }
  pre { margin-inline: -1rem; border-radius: 0; border-inline: 0; }
}
@media print { nav, .skip { display: none; } body { display: block; } }
`
