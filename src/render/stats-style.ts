// The style of the page of statistics: light and dark, from a telephone's width to a desk's.

export const PAGE_STYLE = `
:root {
  --page: #f6f7f9; --card: #ffffff; --ink: #1c2430; --faint: #5b6675; --line: #d9dee6;
  --well: #2f7d6b; --failed: #c98a1b; --refused: #b8404a; --unfinished: #6d7f99;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1b212a; --ink: #e6eaf0; --faint: #9aa6b5; --line: #303946;
    --well: #58b39d; --failed: #e0ac4f; --refused: #e77b84; --unfinished: #93a5bf;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 24px 16px 48px; display: grid; gap: 16px; grid-template-columns: minmax(0, 1fr); }
header h1 { margin: 0; font-size: 1.5rem; }
header p, .note { margin: 4px 0 8px; color: var(--faint); }
header p { margin-bottom: 0; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 16px; min-width: 0; }
h2 { margin: 0 0 8px; font-size: 1.05rem; }
ul { list-style: none; margin: 0; padding: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; }
.figures li { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--faint); border-radius: 10px; padding: 10px 14px; }
.figures b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; line-height: 1.2; }
.figures span { color: var(--faint); }
.figures b.long { font-size: 1.25rem; line-height: 1.6; }
.figures .failed { border-left-color: var(--failed); }
.figures .refused { border-left-color: var(--refused); }
.figures .unfinished { border-left-color: var(--unfinished); }
.legend { margin: 0 0 14px; color: var(--faint); display: flex; flex-wrap: wrap; gap: 2px 16px; }
.legend i { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin-right: 6px; }
i.well { background: var(--well); } i.failed { background: var(--failed); } i.refused { background: var(--refused); } i.unfinished { background: var(--unfinished); }
i.p50 { background: var(--well); } i.p95 { background: var(--unfinished); opacity: .55; }
.chart { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 4px 8px; color: var(--faint); font-size: 13px; }
.scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; margin: -10px 0; font-variant-numeric: tabular-nums; }
.plot { height: 200px; border: solid var(--line); border-width: 1px 0; background: linear-gradient(var(--line), var(--line)) 0 50% / 100% 1px no-repeat; }
.plot svg { display: block; width: 100%; height: 100%; }
.times { grid-column: 2; position: relative; height: 1.5em; white-space: nowrap; }
.times span { position: absolute; transform: translateX(-50%); }
.times .first { left: 0; transform: none; }
.times .last { right: 0; transform: none; }
rect.well { fill: var(--well); } rect.failed { fill: var(--failed); } rect.refused { fill: var(--refused); } rect.unfinished { fill: var(--unfinished); }
.bars li { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr) 8.5rem; gap: 12px; align-items: center; padding: 3px 0; }
.bars .name { overflow-wrap: anywhere; }
.bars .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: flex; height: 16px; border-radius: 4px; overflow: hidden; background: var(--page); }
.bar i { display: block; height: 100%; min-width: 2px; }
.bar.over { position: relative; }
.bar.over i { position: absolute; left: 0; top: 0; }
.bar.over i.p50 { top: 25%; height: 50%; }
details summary { cursor: pointer; color: var(--faint); }
details ul { margin-top: 8px; }
details li { padding: 4px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
code { font: 13px ui-monospace, monospace; }
small { display: block; color: var(--faint); }
@media (max-width: 640px) {
  .bars li { grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 6px 0; }
  .bars .bar { grid-column: 1 / -1; grid-row: 2; }
  .plot { height: 140px; }
  .times span:nth-child(even) { display: none; }
}
`;
