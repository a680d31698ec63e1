// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The netfold authors
//
// Charts of the report: draw(chart) gives the text of an SVG. A chart is what report.py writes of a
// table.Chart: panels side by side that share their y axis, a line per series, the paper's points as
// stars; a title behind each marker says its values. Functions of their arguments alone but for the
// last one, which puts the charts into the page.
'use strict';

const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#806000', '#000'];
const WIDTH = 280, HEIGHT = 210, LEFT = 62, TOP = 24, BOTTOM = 62, GAP = 18, ROW = 15;

const escaped = text => String(text).replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}[c]));

function size(value) {
  for (const [step, unit] of [[2 ** 30, 'G'], [2 ** 20, 'M'], [2 ** 10, 'k']])
    if (value >= step) return `${+(value / step).toPrecision(3)}${unit}`;
  return String(+value.toPrecision(3));
}

// A scale: at(value) between 0 and 1, and the values that are named.
function xScale(chart) {
  const all = Object.values(chart.panels).flatMap(lines => Object.values(lines).flat()).map(p => p[0]);
  const xs = [...new Set(all)];
  if (xs.some(x => typeof x === 'string'))
    return {at: x => (xs.indexOf(x) + 0.5) / xs.length, ticks: xs, name: x => x};
  xs.sort((a, b) => a - b);
  const f = chart.even ? x => x : x => Math.log2(Math.max(x, 1e-9));
  const low = f(xs[0]), range = f(xs[xs.length - 1]) - low || 1, every = Math.ceil(xs.length / 7);
  return {at: x => 0.04 + 0.92 * (f(x) - low) / range, ticks: xs.filter((_, i) => i % every === 0),
          name: x => chart.even ? String(+x.toPrecision(3)) : size(x)};
}

function yScale(chart) {
  const [low, high] = chart.ys, f = chart.logarithmic ? Math.log10 : y => y, ticks = [];
  if (chart.logarithmic) {
    for (let e = Math.ceil(f(low)); e <= f(high); e++) ticks.push(10 ** e);
  } else {
    const raw = (high - low) / 5, power = 10 ** Math.floor(Math.log10(raw));
    const step = power * [1, 2, 5, 10].find(m => m * power >= raw);
    for (let y = Math.ceil(low / step) * step; y <= high; y += step) ticks.push(y);
  }
  // What is beyond the scale is drawn at its end.
  return {at: y => Math.min(1, Math.max(0, (f(y) - f(low)) / (f(high) - f(low)))), ticks};
}

function draw(chart) {
  const names = [...new Set(Object.values(chart.panels).flatMap(lines => Object.keys(lines)))];
  const titles = Object.keys(chart.panels), x = xScale(chart), y = yScale(chart);
  const entries = [...names, ...(chart.limit ? [chart.limit[1]] : []), ...(chart.points.length ? ['the paper'] : [])];
  const whole = LEFT + titles.length * (WIDTH + GAP), tall = TOP + HEIGHT + BOTTOM + ROW * entries.length;
  const out = [`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${tall}" width="${whole}" role="img">`];
  const colour = name => COLOURS[names.indexOf(name) % COLOURS.length];
  titles.forEach((title, number) => {
    const x0 = LEFT + number * (WIDTH + GAP), px = v => +(x0 + WIDTH * x.at(v)).toFixed(1), py = v => +(TOP + HEIGHT * (1 - y.at(v))).toFixed(1);
    out.push(`<g class="panel"><rect x="${x0}" y="${TOP}" width="${WIDTH}" height="${HEIGHT}" class="frame"/>`,
             `<text x="${x0 + WIDTH / 2}" y="${TOP - 8}" class="middle title">${escaped(title)}</text>`,
             `<text x="${x0 + WIDTH / 2}" y="${TOP + HEIGHT + 50}" class="middle">${escaped(chart.x_label)}</text>`);
    for (const tick of y.ticks) {
      out.push(`<line x1="${x0}" x2="${x0 + WIDTH}" y1="${py(tick)}" y2="${py(tick)}" class="grid"/>`);
      if (!number) out.push(`<text x="${x0 - 5}" y="${py(tick) + 4}" class="end">${+tick.toPrecision(3)}</text>`);
    }
    const turned = x.ticks.some(t => String(x.name(t)).length > 5);
    for (const tick of x.ticks)
      out.push(`<text x="${px(tick)}" y="${TOP + HEIGHT + 14}" class="${turned ? 'end' : 'middle'}"` +
               `${turned ? ` transform="rotate(-30 ${px(tick)} ${TOP + HEIGHT + 14})"` : ''}>${escaped(x.name(tick))}</text>`);
    if (chart.limit) out.push(`<line x1="${x0}" x2="${x0 + WIDTH}" y1="${py(chart.limit[0])}" y2="${py(chart.limit[0])}" class="limit"/>`);
    for (const [name, points] of Object.entries(chart.panels[title])) {
      // A logarithmic scale has no place for 0.
      const shown = points.filter(p => p[1] > 0 || !chart.logarithmic);
      if (!shown.some(p => typeof p[0] === 'string')) shown.sort((a, b) => a[0] - b[0]);
      out.push(`<polyline points="${shown.map(p => `${px(p[0])},${py(p[1])}`).join(' ')}" stroke="${colour(name)}"/>`);
      for (const p of shown) {
        if (p.length > 3) out.push(`<line x1="${px(p[0])}" x2="${px(p[0])}" y1="${py(p[2])}" y2="${py(p[3])}" stroke="${colour(name)}" class="bar"/>`);
        out.push(`<circle cx="${px(p[0])}" cy="${py(p[1])}" r="3" fill="${colour(name)}"><title>${escaped(name)}: ${escaped(x.name(p[0]))}, ` +
                 `${+p[1].toPrecision(4)}</title></circle>`);
      }
    }
    for (const [, at, value] of chart.points.filter(p => p[0] === title))
      if (typeof at !== 'string' || x.ticks.includes(at))
        out.push(`<text x="${px(at)}" y="${py(value) + 6}" class="middle paper">&#9734;<title>the paper: ${value}</title></text>`);
    out.push('</g>');
  });
  const middle = TOP + HEIGHT / 2;
  out.push(`<text x="14" y="${middle}" class="middle" transform="rotate(-90 14 ${middle})">${escaped(chart.y_label)}</text>`);
  entries.forEach((name, row) => {
    const at = TOP + HEIGHT + BOTTOM + ROW * row, known = names.includes(name);
    out.push(name === 'the paper' ? `<text x="${LEFT + 10}" y="${at + 5}" class="middle paper">&#9734;</text>`
             : `<line x1="${LEFT}" x2="${LEFT + 20}" y1="${at}" y2="${at}" ${known ? `stroke="${colour(name)}" stroke-width="3"` : 'class="limit"'}/>`,
             `<text x="${LEFT + 28}" y="${at + 4}">${escaped(name)}</text>`);
  });
  return out.join('\n') + '\n</svg>';
}

function show(page) {
  for (const [name, chart] of Object.entries(JSON.parse(page.getElementById('charts').textContent)))
    page.getElementById(`figure-${name}`).insertAdjacentHTML('afterbegin', draw(chart));
}

if (typeof document === 'undefined') module.exports = {draw};
else show(document);
