{{ config(materialized='incremental', incremental_strategy='delete+insert', unique_key=['customer_id', 'day']) }}
select customer_id, day, amount from {{ ref('orders_daily') }}
