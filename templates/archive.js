// SPDX-License-Identifier: ISC
// Arrow keys step through the positions of a game, as its links do.
'use strict';
(function () {
	var position = document.querySelector('.position');
	function marker() {
		return position.querySelector('.at:target') || position.querySelector('.end');
	}
	function show() {
		document.querySelectorAll('[aria-current]').forEach(function (link) { link.removeAttribute('aria-current'); });
		var link = location.hash && document.querySelector('.moves a[href="' + CSS.escape(location.hash).replace(/^\\#/, '#') + '"]');
		if (link) link.setAttribute('aria-current', 'true');
		document.querySelectorAll('.languages a').forEach(function (other) { other.hash = location.hash; });
	}
	document.addEventListener('keydown', function (event) {
		if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
		if (event.target.closest && event.target.closest('pre, .wide')) return;
		var way = event.key === 'ArrowLeft' ? 'prev' : event.key === 'ArrowRight' ? 'next' : '';
		var link = way && marker().querySelector('a[rel=' + way + ']');
		if (!link) return;
		event.preventDefault();
		location.replace(link.getAttribute('href'));
	});
	window.addEventListener('hashchange', show);
	show();
}());
